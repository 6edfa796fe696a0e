// asks: which turns does the conversation show, in order, what do they say, and which have ended?
// visible when: a Map from turn id to {role, messages, finished, streaming}, in document order
// absent when: an empty Map: the place to look in is there and holds no turn
// unknown when: the place to look in is not there (no-anchor), a turn has no id (partial), two have the same (conflict)
// uses: list
//
// Text is taken from the message, never from the shell: "You said:" and "Thought for 5s" stand around it. An off-screen
// shell may be empty; it then has no messages, which is not the same as an empty answer.
function chat_turns(turn, message, body, finished, streaming, anchor) {
  if (document.querySelector(anchor) === null) return { v: "unknown", why: "no-anchor", at: anchor };
  const said = (node) => {
    const role = node.dataset.messageAuthorRole ?? "";
    const bodies = role === "assistant" ? [...node.querySelectorAll(body)] : [];
    const html = bodies.map((one) => one.outerHTML).join("\n");
    return { id: node.dataset.messageId ?? "", role, model: node.dataset.messageModelSlug ?? "", text: node.textContent, html };
  };
  const read = (shell) => {
    const messages = [...shell.querySelectorAll(message)].map(said);
    return {
      role: shell.dataset.turn ?? messages[0]?.role ?? "",
      messages,
      finished: shell.querySelector(finished) !== null,
      streaming: shell.querySelector(streaming) !== null,
    };
  };
  return list("chat_turns", turn, (shell) => shell.dataset.turnId ?? "", read);
}
