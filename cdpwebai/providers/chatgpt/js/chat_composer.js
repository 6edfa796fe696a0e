// asks: where is a prompt typed, and what stands there?
// visible when: {selector, text}: the first selector that matches a visible node, and its text, a line each block
// absent when: null: the place to look in is there, and no selector matches a visible node in it
// unknown when: the place to look in is not there (no-anchor)
// uses: visible
function chat_composer(selectors, anchor) {
  if (document.querySelector(anchor) === null) return { v: "unknown", why: "no-anchor", at: anchor };
  const line = (block) =>
    [...block.childNodes].map((node) => (node.nodeName === "BR" ? "\n" : node.textContent)).join("").replace(/\n$/, "");
  const typed = (node) => {
    if (node instanceof HTMLTextAreaElement) return node.value;
    const blocks = [...node.children].filter((child) => child.localName === "p");
    return blocks.length > 0 ? blocks.map(line).join("\n") : line(node);
  };
  for (const selector of selectors) {
    const node = [...document.querySelectorAll(selector)].find(visible);
    if (node !== undefined) return { selector, text: typed(node) };
  }
  return null;
}
