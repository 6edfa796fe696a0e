// asks: which generated images does a turn bring, and which buttons in place of one?
// visible when: never; it gives {images, buttons} to other readers: images as {node, id}, buttons as elements, in order
// absent when: lists are empty: none is there yet, or only the blurred preview of one
// unknown when: never
// uses: chat_contract
//
// root: the element of the turn. nodes: its messages. One file may have several images, of several sizes.
function chat_pictures(root, nodes) {
  const { selectors } = chat_contract();
  const every = (row) => [...root.querySelectorAll(selectors[row].join(", "))];
  const inBody = (node) => nodes.some((message) => message !== root && message.contains(node)) || node.closest(selectors.body.join(", ")) !== null;
  const isBlurred = (node) => {
    for (let at = node; at !== null && at !== root; at = at.parentElement) {
      if (getComputedStyle(at).filter.includes("blur")) return true;
    }
    return false;
  };
  const idOf = (node) => /[?&]id=(file[_-][A-Za-z0-9_-]+)/.exec(node.getAttribute("src"))?.[1];
  return {
    images: every("picture").filter((node) => !isBlurred(node)).map((node) => ({ node, id: idOf(node) })).filter(({ id }) => id !== undefined),
    buttons: every("download").filter((node) => !inBody(node)),
  };
}
