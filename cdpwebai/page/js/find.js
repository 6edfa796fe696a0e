// asks: which elements below a root match a selector, open shadow roots included?
// visible when: never; it gives elements to other readers, those of a shadow tree after those of the tree around it
// absent when: never
// unknown when: the selector does not parse (it throws)
// uses: natively
function find(selector, root) {
  const found = [...root.querySelectorAll(selector)];
  const below = (shadow) => {
    if (shadow) found.push(...find(selector, shadow));
  };
  below(natively(root, "shadowRoot"));
  for (const element of root.querySelectorAll("*")) below(natively(element, "shadowRoot"));
  return found;
}
