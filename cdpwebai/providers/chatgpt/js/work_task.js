// asks: what does the page say of Work's task, and is the composer Work's own?
// visible when: {thinking, asks, named, invites} as providers/work.py has it
// absent when: false in each
// unknown when: the place to look in is not there (no-anchor)
// uses: visible, chat_contract, chat_words, chat_box, chat_nodes, chat_around, chat_ended
//
// A word that an answer or a prompt says is none of the page's. What asks is a button with words behind the last answer,
// outside of its actions, that we do not know: it may be a question for approval.
function work_task() {
  const { selectors } = chat_contract();
  const main = document.querySelector(selectors.main.join(", "));
  if (main === null) return { v: "unknown", why: "no-anchor", at: selectors.main.join(", ") };
  const said = [...selectors.body, ...selectors.asked, "form", "button", "header"].join(", ");
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node.nodeType === Node.ELEMENT_NODE) return node.matches(said) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return node.data.trim() === "" ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT;
  });
  const isThinking = (node) => chat_words("thinking").is(node.data) && visible(node.parentElement);
  let thinking = false;
  while (!thinking && walker.nextNode() !== null) thinking = isThinking(walker.currentNode);
  const asks = () => {
    const shells = chat_nodes(selectors.turn.join(", ")).filter((node) => node.parentElement.closest(selectors.turn.join(", ")) === null);
    const turn = shells.at(-1);
    const bodies = turn === undefined ? [] : [...turn.querySelectorAll(selectors.body.join(", "))];
    if (bodies.length === 0 || !chat_ended(turn, bodies)) return false;
    const around = chat_around(turn, bodies);
    const behind = around.buttons.filter((button) => around.isBehind(button) && visible(button));
    const isAction = (button) => behind.some((other) => other.parentElement === button.parentElement && around.said(other) === "");
    const known = (button) => ["thought", "retry", "continue"].some((name) => chat_words(name).is(around.said(button)));
    return behind.some((button) => around.said(button) !== "" && !isAction(button) && !known(button));
  };
  const box = chat_box()?.node;
  const invitations = box === undefined ? [] : [box, ...box.querySelectorAll("*")].flatMap((node) =>
    ["placeholder", "data-placeholder", "aria-placeholder"].map((name) => node.getAttribute(name) ?? ""));
  return {
    thinking,
    asks: asks(),
    named: chat_words("work_message").is(box?.getAttribute("aria-label") ?? ""),
    invites: invitations.some((text) => chat_words("work_ask").is(text)) || chat_words("work_ask").is(box?.textContent ?? ""),
  };
}
