// asks: does a text say what the contract calls by a name, in any of its languages?
// visible when: never; it gives {is, has} to other readers: the whole text says it, or some part of it does
// absent when: never
// unknown when: never; a text in words that we do not know says nothing to us
// uses: kept, chat_contract
//
// Labels are templates: {time} is a length of time ("1m 5s", "12초", "a few seconds"), any other {name} one or more
// characters. Case and white space do not count.
function chat_words(name) {
  const made = kept.get("chat_words") ?? kept.set("chat_words", new Map()).get("chat_words");
  if (made.has(name)) return made.get(name);
  const { words } = chat_contract();
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const any = (texts) => `(?:${[...texts].sort((one, other) => other.length - one.length).join("|")})`;
  const plain = (template) => literal(template).replace(/\\\{\w+\\\}/g, ".+?");
  const time = `(?:(?:\\d+(?:[.,]\\d+)?\\s?${any(words.unit.map(literal))}[\\s,]*)+|${any(words.moment.map(plain))})`;
  const pattern = (template) => template.split("{time}").map(plain).join(time);
  const all = any(words[name].map((template) => pattern(template.toLowerCase())));
  const whole = new RegExp(`^${all}$`, "u");
  const part = new RegExp(all, "u");
  const settled = (text) => text.toLowerCase().replace(/\s+/gu, " ").trim();
  const words_of = { pattern: all, settled, is: (text) => whole.test(settled(text)), has: (text) => part.test(settled(text)) };
  made.set(name, words_of);
  return words_of;
}
