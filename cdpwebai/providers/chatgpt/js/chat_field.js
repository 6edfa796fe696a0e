// asks: which element that a selector matches takes text, for a person to see?
// visible when: never; it gives the first one to other readers and to acts
// absent when: null: none that it matches is visible and takes text (one may have the right id and be a banner)
// unknown when: an element cannot be read (it throws)
// uses: visible
function chat_field(selector) {
  const takesText = (node) => node.isContentEditable || (node instanceof HTMLTextAreaElement && !node.disabled && !node.readOnly);
  return [...document.querySelectorAll(selector)].find((node) => takesText(node) && visible(node)) ?? null;
}
