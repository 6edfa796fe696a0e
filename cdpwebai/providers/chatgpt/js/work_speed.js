// asks: which of Work's two speeds does a text name?
// visible when: never; it gives "standard" or "fast" to other readers
// absent when: null: neither, or one in words that we do not know
// unknown when: never
// uses: chat_words
function work_speed(text) {
  return ["standard", "fast"].find((name) => chat_words(`work_${name}`).is(text)) ?? null;
}
