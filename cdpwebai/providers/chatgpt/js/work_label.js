// asks: which model and effort does a label of Work's picker name, such as "5.6 Sol Light"?
// visible when: never; it gives {model, effort} to other readers: the model as "GPT-5.6 Sol", the effort by its English slug
// absent when: null: the text is no such label, or one in words that we do not know
// unknown when: never
// uses: chat_words, work_effort
function work_label(text) {
  const found = /^(?:gpt-)?(\d+(?:\.\d+)?)(?: (sol|terra|luna))? (.+)$/u.exec(chat_words("work_light").settled(text ?? ""));
  if (found === null) return null;
  const [, version, name, rest] = found;
  const effort = work_effort(rest);
  if (effort === null) return null;
  return { model: `GPT-${version}${name === undefined ? "" : ` ${name[0].toUpperCase()}${name.slice(1)}`}`, effort };
}
