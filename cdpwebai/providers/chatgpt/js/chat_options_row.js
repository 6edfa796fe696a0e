// asks: which row of the conversation's options says exactly these lines, while the page shows this conversation?
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one, or the address is another conversation's
// unknown when: an element cannot be read (it throws)
// uses: chat_options_parts, chat_menu_rows, chat_lines
function chat_options_row(said, conversation) {
  const { menu } = chat_options_parts();
  if (menu === null || !location.pathname.endsWith(`/c/${conversation}`)) return null;
  const found = chat_menu_rows(menu, "tool").filter((node) => JSON.stringify(chat_lines(node)) === JSON.stringify(said));
  return found.length === 1 ? found[0] : null;
}
