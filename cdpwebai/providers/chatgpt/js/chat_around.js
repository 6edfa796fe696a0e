// asks: what stands in a turn beside its messages?
// visible when: never; it gives what the readers of a turn share: rows(name), isOutside, isBehind, buttons, said, label, beside
// absent when: never
// unknown when: never
// uses: chat_contract, chat_text
//
// root: the element of the turn. nodes: its messages, in order; the one may be root itself.
function chat_around(root, nodes) {
  const { selectors } = chat_contract();
  const isOutside = (node) => !nodes.some((message) => message !== root && message.contains(node));
  const last = nodes.at(-1);
  return {
    isOutside,
    /** Elements of a row of the contract that are not inside a message. */
    rows: (name) => [...root.querySelectorAll(selectors[name].join(", "))].filter(isOutside),
    buttons: [...root.querySelectorAll("button")].filter(isOutside),
    /** Whether something stands behind the last message, or there is none. */
    isBehind: (node) =>
      last === undefined || last === root || (last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    said: (button) => button.textContent.trim(),
    label: (button) => (button.getAttribute("aria-label") ?? button.textContent).trim(),
    /** What an element says, without its buttons; nothing, where it holds a message. */
    beside: (node) =>
      nodes.some((message) => node.contains(message)) ? "" : chat_text(node, "button").replace(/\s+/g, " ").trim(),
  };
}
