// asks: where is a prompt typed, and what stands there?
// visible when: {selector, text}: the first selector that matches a visible element that takes text, and its text as typed
// absent when: null: the place to look in is there, and no selector matches such an element in it
// unknown when: the place to look in is not there (no-anchor)
// uses: text, chat_contract, chat_box
function chat_composer() {
  const anchor = chat_contract().selectors.main.join(", ");
  if (document.querySelector(anchor) === null) return { v: "unknown", why: "no-anchor", at: anchor };
  const line = (node) =>
    [...node.childNodes].map((child) => (child.nodeName === "BR" ? "\n" : (child.data ?? line(child)))).join("");
  const typed = (node) => {
    const blocks = [...node.children];
    if (node instanceof HTMLTextAreaElement || blocks.some((block) => block.localName !== "p")) return text(node);
    return blocks.map((block) => line(block).replace(/\n$/, "")).join("\n");
  };
  const box = chat_box();
  return box === null ? null : { selector: box.selector, text: typed(box.node) };
}
