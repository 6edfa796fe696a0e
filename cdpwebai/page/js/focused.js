// asks: where would typed text go, and what stands there?
// visible when: {name, editable: true, text}
// absent when: {name, editable: false, text: ""}: the focus is on nothing that takes text
// unknown when: it cannot be read (it throws)
// uses: text
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null) return { name: "", editable: false, text: "" };
  const field = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null);
  const plain = element instanceof HTMLInputElement && ["email", "number"].includes(element.type); // no selection, yet text
  const editable = element.isContentEditable || ((field || plain) && !element.disabled && !element.readOnly);
  return { name: element.localName, editable, text: editable ? text(element) : "" };
}
