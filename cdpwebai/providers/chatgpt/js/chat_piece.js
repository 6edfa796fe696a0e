// asks: which bytes did chat_fetched keep, from one place on? Nothing is kept any more once the last of them was told.
// visible when: a string: so many of them as Base64
// absent when: "": there are no more
// unknown when: nothing is kept under this key (no-anchor)
// uses: kept
function chat_piece(key, from, length) {
  const store = kept.get("chat_fetched");
  const whole = store?.get(key);
  if (whole === undefined) return { v: "unknown", why: "no-anchor", at: "nothing is kept under this key" };
  const piece = whole.subarray(from, from + length);
  if (from + length >= whole.length) store.delete(key);
  const words = [];
  for (let at = 0; at < piece.length; at += 8192) words.push(String.fromCharCode(...piece.subarray(at, at + 8192)));
  return btoa(words.join(""));
}
