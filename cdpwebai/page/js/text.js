// asks: what text does this element hold, as a person reads it?
// visible when: a string, perhaps empty: line breaks as they are drawn, hidden parts left out
// absent when: never
// unknown when: the element cannot be read (it throws)
// uses:
function text(element) {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return element.innerText ?? element.textContent;
}
