// asks: is something that is attached in the composer still on its way to the site?
// visible when: true: the composer's form shows progress that is not over
// absent when: false
// unknown when: the page has no composer (no-anchor), an attachment failed (conflict), or an element cannot be read
// uses: visible, chat_contract, chat_box, chat_live, chat_failures
function chat_uploading() {
  const box = chat_box();
  if (box === null) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  if (chat_failures().length > 0) return { v: "unknown", why: "conflict", at: "the page says that an attachment failed" };
  const shown = [...box.form.querySelectorAll(chat_contract().selectors.uploading.join(", "))];
  const isBeside = (node) => !node.contains(box.node) && !box.node.contains(node);
  return shown.some((node) => isBeside(node) && chat_live(node) && visible(node));
}
