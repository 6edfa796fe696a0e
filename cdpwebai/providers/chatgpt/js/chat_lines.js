// asks: which lines does an element say, as a person sees them?
// visible when: never; it gives a list of strings to other readers
// absent when: an empty list
// unknown when: an element cannot be read (it throws)
// uses:
function chat_lines(node) {
  return node.innerText.split("\n").map((line) => line.trim()).filter(Boolean);
}
