// asks: which elements of the document match a plain selector, looked for again only when one of them came or went?
// visible when: never; it gives a list of elements to other readers, in document order: the same list while it is right
// absent when: an empty list
// unknown when: never
// uses: kept, watch
//
// Plain as in list.js: nothing that depends on other elements. This keeps a look at a long conversation cheap.
function chat_nodes(selector) {
  const found = kept.get("chat_nodes") ?? kept.set("chat_nodes", new Map()).get("chat_nodes");
  const changes = watch();
  changes.shape(selector); // from here on the selector is followed
  const now = changes.now();
  const known = found.get(selector);
  if (known !== undefined && known.at > changes.shape(selector)) return known.nodes;
  const nodes = [...document.querySelectorAll(selector)];
  found.set(selector, { at: now, nodes });
  return nodes;
}
