// asks: what does the turn that holds a message bring: images, files, and how are they named?
// visible when: {messages, images, buttons, links, downloads, paths} as providers/chat_artifacts.py has them
// absent when: lists are empty
// unknown when: no turn holds the message (no-anchor)
// uses: chat_contract, chat_shells, chat_role, chat_thought, chat_pictures
//
// messageId: of the answer; "" for one that has none: whatever stands behind the last turn of the user's then.
// Text is looked at for paths of the sandbox, code is not: a program may name many.
function chat_artifacts(messageId) {
  const { selectors } = chat_contract();
  const shells = chat_shells();
  const holds = (shell) => shell.dataset.messageId === messageId || shell.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`) !== null;
  const main = document.querySelector(selectors.main.join(", "));
  const last = shells.findLast((shell) => chat_role(shell) === "user");
  const turn = messageId === "" ? null : shells.find(holds);
  const root = messageId === "" && last !== undefined ? main : turn;
  if (root == null) return { v: "unknown", why: "no-anchor", at: `no turn holds the message ${messageId}` };
  const isOurs = (node) => turn !== null || ((last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && node.closest("form") === null);
  const every = (row) => [...root.querySelectorAll(selectors[row].join(", "))].filter(isOurs);
  const nodes = every(turn === null ? "loose" : "message");
  const said = (turn === null ? nodes : every("body")).filter((body) => {
    const message = nodes.find((node) => node.contains(body)) ?? body;
    return turn === null || !chat_thought(root, nodes, message);
  });
  const within = (node) => said.some((body) => body.contains(node));
  const { images, buttons } = chat_pictures(root, nodes);
  const path = /\/mnt\/data\/[^\s"'<>|`)\]}*?\\]+/g;
  const paths = said.flatMap((body) => {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest("pre, .cm-content") === null) found.push(...(walker.currentNode.data.match(path) ?? []));
    }
    return found;
  });
  return {
    messages: nodes.map((node) => node.dataset.messageId ?? "").filter((id) => id !== ""),
    images: images.filter(({ node }) => isOurs(node)).map(({ node, id }) => ({ id, url: node.src, width: node.naturalWidth, height: node.naturalHeight })),
    buttons: buttons.filter(isOurs).length,
    links: every("file").map((node) => ({ url: node.getAttribute("href") ?? "", name: node.getAttribute("download") ?? "", label: node.textContent.trim().slice(0, 200) })),
    downloads: every("download").filter(within).map((node) => node.textContent.trim().slice(0, 200)),
    paths: paths.map((one) => one.replace(/[.,;:!]+$/, "")),
  };
}
