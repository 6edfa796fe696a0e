// asks: what can be done with the conversation that the page shows, by the menu of its options?
// visible when: {open, rows}: whether the menu is open, and the lines of its rows
// absent when: null: there is no such menu for a person to see
// unknown when: it is open, and cannot be told from others (no-anchor), or an element cannot be read (it throws)
// uses: chat_options_parts, chat_menu_rows, chat_lines
function chat_options() {
  const { opener, menu } = chat_options_parts();
  if (opener === null) return null;
  const isOpen = opener.getAttribute("aria-expanded") === "true";
  if (isOpen && menu === null) return { v: "unknown", why: "no-anchor", at: "the options are open, and are not to be found" };
  return { open: menu !== null, rows: menu === null ? [] : chat_menu_rows(menu, "tool").map(chat_lines) };
}
