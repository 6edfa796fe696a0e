// asks: where would typed text go, and what stands there?
// visible when: {name, editable: true, text}
// absent when: {name, editable: false, text: ""}: the focus is on nothing that takes text
// unknown when: it cannot be read (it throws)
// uses: text
function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null) return { name: "", editable: false, text: "" };
  const kinds = ["email", "number"]; // these have no selection, and take text all the same
  const texts = (input) => input.selectionStart !== null || kinds.includes(input.type);
  const area = element instanceof HTMLTextAreaElement;
  const field = area || (element instanceof HTMLInputElement && texts(element));
  const editable = element.isContentEditable || (field && !element.disabled && !element.readOnly);
  return { name: element.localName, editable, text: editable ? text(element) : "" };
}
