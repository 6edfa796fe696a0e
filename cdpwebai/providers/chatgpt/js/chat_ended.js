// asks: does a turn carry the actions of one that has ended?
// visible when: true: a known one by test id or by name, or three icons in a row behind the last message
// absent when: false
// unknown when: never
// uses: chat_words, chat_around
//
// They count mounted: some stay hidden until the mouse is over the turn.
function chat_ended(root, nodes) {
  const { rows, buttons, isBehind, said, label } = chat_around(root, nodes);
  if (rows("finished").length > 0) return true;
  const icons = buttons.filter((button) => isBehind(button) && said(button) === "" && label(button) !== "");
  if (icons.some((button) => ["copy", "finished"].some((name) => chat_words(name).is(label(button))))) return true;
  return icons.some((button) => icons.filter((other) => other.parentNode === button.parentNode).length >= 3);
}
