// asks: what does one message of a turn say, and whose is it?
// visible when: {id, role, model, text, html, reasoning, beside}, as providers/chat.py has them
// absent when: never
// unknown when: never
// uses: chat_contract, chat_text, chat_thought
//
// ended: the turn has ended; what it says last is its answer then, whatever label stands above it.
function chat_message(root, nodes, node, role, ended) {
  const { selectors } = chat_contract();
  const own = node.dataset.messageAuthorRole ?? role;
  const isUsers = own === "user";
  const isBody = node.matches(selectors.body.join(", "));
  const parts = (row) => {
    const found = [...node.querySelectorAll(selectors[row].join(", "))];
    return found.filter((part) => !found.some((other) => other !== part && other.contains(part)));
  };
  const asked = isUsers ? parts("asked") : [];
  const bodies = isUsers ? [] : isBody ? [node] : parts("body");
  const isShell = node === root && node.dataset.messageAuthorRole === undefined;
  const without = isShell ? selectors.beside.join(", ") : isUsers ? "button" : null;
  const isAnswer = own === "assistant" && ((ended && node === nodes.at(-1)) || !chat_thought(root, nodes, node));
  return {
    id: node.dataset.messageId ?? root.dataset.messageId ?? "",
    role: own,
    model: node.dataset.messageModelSlug ?? "",
    text: (asked.length > 0 ? asked : [node]).map((part) => chat_text(part, without)).join("\n"),
    html: bodies.map((body) => body.outerHTML).join("\n"),
    reasoning: !isUsers && !isAnswer,
    beside: asked.length > 0 ? chat_text(node, [...selectors.asked, "button"].join(", ")) : "",
  };
}
