// asks: which of Work's efforts does a text name?
// visible when: never; it gives the effort's English slug to other readers, by the words of all languages
// absent when: null: none, or one in words that we do not know
// unknown when: never
// uses: chat_words
function work_effort(text) {
  return ["light", "medium", "high", "xhigh", "max", "ultra"].find((name) => chat_words(`work_${name}`).is(text)) ?? null;
}
