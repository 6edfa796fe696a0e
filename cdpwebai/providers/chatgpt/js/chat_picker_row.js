// asks: which row of the picker says exactly these lines? inside: in the menu that one of its rows has opened
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_picker_parts, chat_picker_rows, chat_picker_lines
function chat_picker_row(said, inside) {
  const { menu, submenu } = chat_picker_parts();
  const root = inside ? submenu : menu;
  const isOne = (node) => JSON.stringify(chat_picker_lines(node)) === JSON.stringify(said);
  const found = root === null ? [] : chat_picker_rows(root).filter(isOne);
  return found.length === 1 ? found[0] : null;
}
