// asks: which element is the composer, and which form holds it?
// visible when: never; it gives {selector, node, form} to other readers
// absent when: null: no selector matches a visible element that takes text
// unknown when: an element cannot be read (it throws)
// uses: chat_contract, chat_field
function chat_box() {
  for (const selector of chat_contract().selectors.composer) {
    const node = chat_field(selector);
    if (node === null) continue;
    return { selector, node, form: node.closest("form") ?? node.parentElement.closest("[data-testid*=composer]") ?? node.parentElement };
  }
  return null;
}
