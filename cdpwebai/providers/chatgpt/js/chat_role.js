// asks: whose turn or message is this?
// visible when: "user", "assistant", or another role that the page names
// absent when: "": nothing says whose it is
// unknown when: never
// uses:
function chat_role(node) {
  const named = node.dataset.messageAuthorRole ?? node.dataset.turn;
  return named ?? node.querySelector("[data-message-author-role]")?.dataset.messageAuthorRole ?? "";
}
