// asks: which row of the menu of tools says exactly these lines? inside: in the menu that one of its rows has opened
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_tools_parts, chat_menu_rows, chat_lines
function chat_tools_row(said, inside) {
  const { menu, submenu } = chat_tools_parts();
  const root = inside ? submenu : menu;
  const isOne = (node) => JSON.stringify(chat_lines(node)) === JSON.stringify(said);
  const found = root === null ? [] : chat_menu_rows(root, "tool").filter(isOne);
  return found.length === 1 ? found[0] : null;
}
