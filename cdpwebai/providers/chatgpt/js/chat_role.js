// asks: whose turn is this?
// visible when: "user", or "assistant" for whatever else the page names (a tool's turn is on the assistant's side)
// absent when: "": nothing says whose it is
// unknown when: never
// uses:
function chat_role(node) {
  const inner = () => node.querySelector("[data-message-author-role]")?.dataset.messageAuthorRole;
  const named = node.dataset.messageAuthorRole ?? node.dataset.turn ?? inner() ?? "";
  return named === "" || named === "user" ? named : "assistant";
}
