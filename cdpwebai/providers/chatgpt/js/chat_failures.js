// asks: which elements of the composer say that an attachment failed?
// visible when: never; it gives them to other readers
// absent when: never
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_box, chat_words
function chat_failures() {
  const form = chat_box()?.form;
  const says = (node) => ["aria-label", "title"].some((name) => chat_words("upload_failed").is(node.getAttribute(name) ?? ""));
  const marked = [...(form?.querySelectorAll(chat_contract().selectors.upload_error.join(", ")) ?? [])];
  const named = [...(form?.querySelectorAll("[aria-label], [title]") ?? [])].filter(says);
  return [...new Set([...marked, ...named])].filter(visible);
}
