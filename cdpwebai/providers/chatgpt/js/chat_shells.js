// asks: which elements hold the turns of the conversation?
// visible when: never; it gives elements to other readers, in document order, outermost ones only
// absent when: an empty list
// unknown when: never
// uses: kept, chat_contract, chat_nodes, chat_is_turn
function chat_shells() {
  const nodes = chat_nodes(chat_contract().selectors.turn.join(", "));
  const known = kept.get("chat_shells");
  if (known?.nodes === nodes) return known.shells;
  const shells = nodes.filter(chat_is_turn);
  kept.set("chat_shells", { nodes, shells });
  return shells;
}
