// asks: which menu has an opener opened? name: under which it is kept what stood there while it was closed
// visible when: never; it gives the one element to other readers
// absent when: null: it is closed, or it cannot be told which of several
// unknown when: an element cannot be read (it throws)
// uses: kept, visible, chat_contract
//
// A menu belongs to its opener: by aria-controls, by aria-labelledby, or because it came while the opener was opened,
// and then for as long as it stands there. Menus that stand there anyway are never taken for it.
function chat_owned(opener, name) {
  const menus = [...document.querySelectorAll(chat_contract().selectors.menu.join(", "))].filter(visible);
  const { before, menu: known } = kept.get(name) ?? { before: menus, menu: null };
  const isOpen = opener.hasAttribute("aria-expanded") ? opener.getAttribute("aria-expanded") === "true" : opener.dataset.state === "open";
  if (!isOpen) {
    kept.set(name, { before: menus, menu: null });
    return null;
  }
  const controls = opener.getAttribute("aria-controls");
  if (controls !== null) return menus.find((menu) => menu.id === controls) ?? null;
  const labelled = menus.filter((menu) => opener.id !== "" && menu.getAttribute("aria-labelledby") === opener.id);
  const fresh = menus.filter((menu) => !before.includes(menu) && !menu.contains(opener));
  const [one, ...rest] = labelled.length > 0 ? labelled : menus.includes(known) ? [known] : fresh;
  const menu = one !== undefined && rest.length === 0 ? one : null;
  kept.set(name, { before, menu });
  return menu;
}
