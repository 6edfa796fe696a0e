// asks: which row of the picker says exactly these lines? inside: in the menu of a row; gear: what opens its efforts
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_picker_parts, chat_menu_rows, chat_picker_lines, chat_picker_gear
function chat_picker_row(said, inside, gear) {
  const { menu, submenu } = chat_picker_parts();
  const root = inside ? submenu : menu;
  const isOne = (node) => JSON.stringify(chat_picker_lines(node)) === JSON.stringify(said);
  const found = root === null ? [] : chat_menu_rows(root, "option").filter(isOne);
  if (found.length !== 1) return null;
  return gear ? chat_picker_gear(found[0]) : found[0];
}
