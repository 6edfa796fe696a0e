// asks: which model and effort does a label of Work's picker name, such as "5.6 Sol Light"?
// visible when: never; it gives {model, effort} to other readers: the model as "GPT-5.6 Sol", the effort by its English slug
// absent when: null: the text is no such label, or one in words that we do not know
// unknown when: never
// uses: chat_words, work_effort, work_model
function work_label(text) {
  const words = chat_words("work_light").settled(text ?? "").split(" ");
  const cuts = words.map((_, at) => [work_model(words.slice(0, at).join(" ")), work_effort(words.slice(at).join(" "))]);
  const [model, effort] = cuts.find(([model, effort]) => model !== null && effort !== null) ?? [null, null];
  return model === null ? null : { model, effort };
}
