// asks: which lines does a row of the picker say, as a person sees them?
// visible when: never; it gives a list of strings to other readers, the first is the row's name
// absent when: an empty list
// unknown when: an element cannot be read (it throws)
// uses: chat_lines
//
// A row that opens a menu says its name and what is chosen there, on one line or on two. A choice is never taken apart:
// "Extra" in bold and "High" beside it are one name.
function chat_picker_lines(node) {
  const shown = chat_lines(node);
  if (shown.length > 1 || !node.matches("[aria-haspopup], [data-has-submenu]")) return shown;
  const leaves = [...node.querySelectorAll("*")].filter((one) => one.childElementCount === 0);
  const said = leaves.map((one) => one.textContent.trim()).filter(Boolean);
  return said.length > 1 ? said : shown;
}
