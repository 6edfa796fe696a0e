// asks: which of Work's models does a text name, such as "GPT-5.6 Sol" or "5.6 Sol"?
// visible when: never; it gives the model's English name to other readers
// absent when: null: none, or one that we do not know
// unknown when: never
// uses: chat_words
function work_model(text) {
  const found = /^(?:gpt-)?(\d+(?:\.\d+)?)(?: (sol|terra|luna))?$/u.exec(chat_words("work_model").settled(text));
  if (found === null) return null;
  const [, version, name] = found;
  return `GPT-${version}${name === undefined ? "" : ` ${name[0].toUpperCase()}${name.slice(1)}`}`;
}
