// asks: does an answer stand outside of every turn, behind the last message of the user's?
// visible when: {after, place, turn}: the id of the user's turn, how many turns stand before the answer, and the answer
// absent when: null: there is none, or there is no turn of the user's that it could follow
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_shells, chat_role, chat_text, chat_body
function chat_loose() {
  const { selectors } = chat_contract();
  const all = chat_nodes(selectors.loose.join(", "));
  if (all.length === 0) return null;
  const shells = chat_shells();
  const user = shells.findLast((shell) => chat_role(shell) === "user");
  if (user === undefined) return null;
  const taken = [...selectors.turn, "form", "dialog", "[role=dialog]", "aside"].join(", ");
  const follows = (node, other) => (other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const main = document.querySelector(selectors.main.join(", "));
  const free = all.filter((node) => follows(node, user) && (main?.contains(node) ?? false) && node.closest(taken) === null);
  const nodes = free
    .filter((node) => !free.some((other) => other !== node && other.contains(node)))
    .filter((node) => visible(node) && chat_text(node).trim() !== "");
  if (nodes.length === 0) return null;
  const turns = selectors.turn.join(", ");
  let root = nodes[0];
  const isItsOwn = (around) => around.localName !== "main" && around.querySelector(`${turns}, form`) === null;
  while (root.parentElement !== null && isItsOwn(root.parentElement)) root = root.parentElement;
  const inRoot = nodes.filter((node) => root.contains(node));
  const place = shells.filter((shell) => follows(root, shell)).length;
  return { after: user.dataset.turnId ?? user.dataset.messageId ?? "", place, turn: chat_body(root, inRoot, "assistant") };
}
