// asks: which element is the composer, and which form holds it?
// visible when: never; it gives {selector, node, form} to other readers
// absent when: null: no selector matches a visible element that takes text
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract
function chat_box() {
  const takesText = (node) => node.isContentEditable || (node instanceof HTMLTextAreaElement && !node.disabled && !node.readOnly);
  for (const selector of chat_contract().selectors.composer) {
    const node = [...document.querySelectorAll(selector)].find((one) => takesText(one) && visible(one));
    if (node === undefined) continue;
    return { selector, node, form: node.closest("form") ?? node.closest("[data-testid*=composer]") ?? node.parentElement };
  }
  return null;
}
