// asks: is this element the outermost mark of a turn, and is it told whose turn it is?
// visible when: true
// absent when: false: it stands inside another such element, or nothing on it or in it says whose turn it is
// unknown when: never
// uses: chat_contract
//
// A bare article of the conversation, with no role on it or in it, is no turn: nobody said who speaks.
function chat_is_turn(node) {
  const { selectors } = chat_contract();
  if (node.parentElement?.closest(selectors.turn.join(", ")) != null) return false;
  const told = selectors.role.join(", ");
  return node.matches(told) || node.querySelector(told) !== null;
}
