// asks: what text does this element hold, as a person reads it?
// visible when: a string, perhaps empty: line breaks as they are drawn (in an editor: as typed), no hidden parts
// absent when: never
// unknown when: the element cannot be read (it throws)
// uses: lines
function text(element) {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  if (element.isContentEditable) return lines(element).join("\n");
  return element.innerText ?? element.textContent;
}
