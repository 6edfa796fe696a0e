// asks: which file inputs does the composer have?
// visible when: a list of {accept, multiple}, in the document's order, hidden ones included; disabled ones are left out
// absent when: an empty list: the composer is there, and has none
// unknown when: the page has no composer (no-anchor), or an element cannot be read (it throws)
// uses: chat_box, chat_input_nodes
function chat_inputs() {
  if (chat_box() === null) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  return chat_input_nodes().map((node) => ({ accept: node.accept, multiple: node.multiple }));
}
