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
    const blocks = [...node.childNodes];
    const isPlain = blocks.length > 0 && blocks.every((block) => block.localName === "p");
    return isPlain ? blocks.map((block) => line(block).replace(/\n$/, "")).join("\n") : text(node);
  };
  const box = chat_box();
  return box === null ? null : { selector: box.selector, text: typed(box.node) };
}
