// asks: which row of the conversation's options says exactly these lines, while the page shows this conversation?
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one, or the address is another conversation's
// unknown when: an element cannot be read (it throws)
// uses: chat_options_parts, chat_menu_rows
function chat_options_row(said, conversation) {
  const { menu } = chat_options_parts();
  if (menu === null || !location.pathname.endsWith(`/c/${conversation}`)) return null;
  const lines = (node) => node.innerText.split("\n").map((line) => line.trim()).filter(Boolean);
  const found = chat_menu_rows(menu).filter((node) => JSON.stringify(lines(node)) === JSON.stringify(said));
  return found.length === 1 ? found[0] : null;
}
