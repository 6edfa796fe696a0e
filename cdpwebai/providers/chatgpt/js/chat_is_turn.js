// asks: is this element the outermost mark of a turn in the conversation, and is it told whose turn it is?
// visible when: true
// absent when: false: it stands inside another such element or away from the conversation, or nothing says whose it is
// unknown when: never
// uses: chat_contract
//
// A bare article of the conversation, with no role on it or in it, is no turn: nobody said who speaks.
function chat_is_turn(node) {
  const { selectors } = chat_contract();
  if (node.parentElement?.closest(selectors.turn.join(", ")) != null) return false;
  if (node.closest(selectors.main.join(", ")) === null || node.closest("dialog, [role=dialog]") !== null) return false;
  const told = selectors.role.join(", ");
  return node.matches(told) || node.querySelector(told) !== null;
}
