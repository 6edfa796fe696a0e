// asks: is a message what a label unfolds that says how long was thought: the button right before it?
// visible when: true
// absent when: false; a label in words that we do not know, or one that is folded, unfolds nothing
// unknown when: never
// uses: chat_words, chat_around, natively
function chat_thought(root, nodes, message) {
  const { isOutside, said } = chat_around(root, nodes);
  let at = message;
  const previous = (node) => natively(node, "previousElementSibling");
  while (at !== root && previous(at) === null) at = natively(at, "parentElement");
  const before = at === root ? null : previous(at);
  const button = before?.localName === "button" ? before : before?.querySelector("button");
  return button != null && isOutside(button) && button.ariaExpanded === "true" && chat_words("thought").is(said(button));
}
