// asks: which turns does the conversation show, in order, what do they say, and which have ended?
// visible when: a Map from turn id to a turn as chat_body.js has it, in document order
// absent when: an empty Map: the place to look in is there and holds no turn
// unknown when: the place to look in is not there (no-anchor), a turn has no id (partial), two have the same (conflict)
// uses: list, chat_contract, chat_is_turn, chat_role, chat_body
//
// The turn's own id comes first: an off-screen shell has it too, while its messages are not in the document.
function chat_turns() {
  const { selectors } = chat_contract();
  const main = selectors.main.join(", ");
  if (document.querySelector(main) === null) return { v: "unknown", why: "no-anchor", at: main };
  const outermost = (node, _, others) => !others.some((other) => other !== node && other.contains(node));
  const key = (shell) =>
    shell.dataset.turnId ?? shell.dataset.messageId ?? shell.querySelector("[data-message-id]")?.dataset.messageId ?? "";
  const below = (shell, rows) => [...shell.querySelectorAll(rows.flatMap((row) => selectors[row]).join(", "))].filter(outermost);
  /** The turn itself, where it is a message; else those that it holds: marked as messages, or known by their content. */
  const messages = (shell) => {
    if (shell.matches("[data-message-author-role][data-message-id]")) return [shell];
    const found = [below(shell, ["message"]), below(shell, ["body", "asked", "loose"]), [shell].filter((one) => one.dataset.messageId)];
    return found.find((nodes) => nodes.length > 0) ?? [];
  };
  const read = (shell) => chat_body(shell, messages(shell), chat_role(shell));
  return list("chat_turns", selectors.turn.join(", "), key, read, chat_is_turn);
}
