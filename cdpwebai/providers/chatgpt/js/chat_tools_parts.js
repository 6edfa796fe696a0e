// asks: which elements are the menu of tools: its opener, the menu that this one has opened, the menu of a row in it?
// visible when: never; it gives {opener, menu, row, submenu}, an element each, to other readers
// absent when: null each: there is no such element, or it cannot be told which of several
// unknown when: an element cannot be read (it throws)
// uses: kept, visible, chat_contract, chat_words, chat_box, chat_tools_rows
//
// A menu belongs to its opener: by aria-controls, by aria-labelledby, or because it came while the opener was opened.
// Menus that stand there anyway are never taken for it.
function chat_tools_parts() {
  const { selectors } = chat_contract();
  const form = chat_box()?.form ?? null;
  const all = (row, root) => [...root.querySelectorAll(row.join(", "))].filter(visible);
  const isPlus = (node) => chat_words("plus").is(node.getAttribute("aria-label") ?? "");
  const marked = form === null ? [] : all(selectors.plus, form);
  const named = form === null ? [] : all(["button[aria-label]"], form).filter(isPlus);
  const [opener, ...others] = marked.length > 0 ? marked : named;
  if (opener === undefined || others.length > 0) return { opener: null, menu: null, row: null, submenu: null };
  const isOpen = (node) => node.getAttribute("aria-expanded") === "true" || (!node.hasAttribute("aria-expanded") && node.dataset.state === "open");
  const menus = all(selectors.menu, document);
  const owned = (node, name) => {
    if (!isOpen(node)) {
      kept.set(name, menus);
      return null;
    }
    const controls = node.getAttribute("aria-controls");
    if (controls !== null) return menus.find((menu) => menu.id === controls) ?? null;
    const labelled = menus.filter((menu) => node.id !== "" && menu.getAttribute("aria-labelledby") === node.id);
    const fresh = menus.filter((menu) => !(kept.get(name) ?? menus).includes(menu) && !menu.contains(node));
    const [one, ...rest] = labelled.length > 0 ? labelled : fresh;
    return one !== undefined && rest.length === 0 ? one : null;
  };
  const menu = owned(opener, "chat_tools_menu");
  const opened = menu === null ? [] : chat_tools_rows(menu).filter((row) => row.matches("[aria-haspopup], [data-has-submenu]") && isOpen(row));
  if (opened.length === 0) kept.set("chat_tools_submenu", menus);
  const row = opened.length === 1 ? opened[0] : null;
  return { opener, menu, row, submenu: row === null ? null : owned(row, "chat_tools_submenu") };
}
