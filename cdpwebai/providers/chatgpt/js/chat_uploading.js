// asks: is something that is attached in the composer still on its way to the site?
// visible when: true: the composer's form shows progress that is not over
// absent when: false
// unknown when: the page has no composer (no-anchor), or an element cannot be read (it throws)
// uses: visible, chat_contract, chat_box, chat_live
function chat_uploading() {
  const box = chat_box();
  if (box === null) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  const shown = [...box.form.querySelectorAll(chat_contract().selectors.uploading.join(", "))];
  const isBeside = (node) => !node.contains(box.node) && !box.node.contains(node);
  return shown.some((node) => isBeside(node) && chat_live(node) && visible(node));
}
