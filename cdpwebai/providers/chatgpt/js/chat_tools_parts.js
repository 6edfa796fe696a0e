// asks: which elements are the menu of tools: its opener, the menu that this one has opened, the menu of a row in it?
// visible when: never; it gives {opener, menu, row, submenu}, an element each, to other readers
// absent when: null each: there is no such element, or it cannot be told which of several
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, chat_box, chat_owned, chat_menu_rows
function chat_tools_parts() {
  const form = chat_box()?.form ?? null;
  const isPlus = (node) => chat_words("plus").is(node.getAttribute("aria-label") ?? "");
  const marked = form === null ? [] : [...form.querySelectorAll(chat_contract().selectors.plus.join(", "))].filter(visible);
  const named = form === null ? [] : [...form.querySelectorAll("button[aria-label]")].filter((node) => visible(node) && isPlus(node));
  const [opener, ...others] = marked.length > 0 ? marked : named;
  if (opener === undefined || others.length > 0) return { opener: null, menu: null, row: null, submenu: null };
  const menu = chat_owned(opener, "chat_tools_menu");
  const unfolding = menu === null ? [] : chat_menu_rows(menu, "tool").filter((row) => row.matches("[aria-haspopup], [data-has-submenu]"));
  const opened = unfolding.map((row) => ({ row, submenu: chat_owned(row, `chat_tools_submenu ${row.textContent}`) })).filter(({ submenu }) => submenu !== null);
  return { opener, menu, ...(opened.length === 1 ? opened[0] : { row: null, submenu: null }) };
}
