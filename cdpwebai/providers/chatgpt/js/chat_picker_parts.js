// asks: which elements are the picker of models: its opener, the menu that this one has opened, the menu of a row in it?
// visible when: never; it gives {opener, menu, row, submenu, knob}, an element each, to other readers
// absent when: null each: there is no such element, or it cannot be told which of several
// unknown when: an element cannot be read (it throws)
// uses: kept, visible, chat_contract, chat_words, chat_box
//
// A menu belongs to its opener: by aria-controls, by aria-labelledby, or because it came while the opener was opened.
// Menus that stand there anyway are never taken for it.
function chat_picker_parts() {
  const { selectors } = chat_contract();
  const TIERS = ["instant", "medium", "high", "xhigh", "pro", "think"];
  const all = (row, root) => [...root.querySelectorAll(row.join(", "))].filter(visible);
  const isTier = (node) => TIERS.some((name) => chat_words(name).is(node.textContent));
  const find = () => {
    const form = chat_box()?.form;
    const pills = form ? all(selectors.pill, form) : [];
    const others = form ? [...form.querySelectorAll("[aria-haspopup=menu]")].filter(visible) : [];
    const named = pills.filter(isTier).at(-1) ?? others.filter(isTier).at(-1);
    const [switcher, ...more] = all(selectors.switcher, document);
    if (named !== undefined) return named;
    if (switcher !== undefined && more.length === 0) return switcher;
    return pills.length === 1 ? pills[0] : null;
  };
  const isOpen = (node) => node.getAttribute("aria-expanded") === "true" || (!node.hasAttribute("aria-expanded") && node.dataset.state === "open");
  const menus = all(selectors.menu, document);
  /** The menu of an opener that is open; what stood there while it was closed is not it. */
  const owned = (node, name) => {
    const known = kept.get(name) ?? { before: menus, menu: null };
    if (!isOpen(node)) {
      kept.set(name, { before: menus, menu: null });
      return null;
    }
    const controls = node.getAttribute("aria-controls");
    if (controls !== null) return menus.find((menu) => menu.id === controls) ?? null;
    const labelled = menus.filter((menu) => node.id !== "" && menu.getAttribute("aria-labelledby") === node.id);
    const fresh = menus.filter((menu) => !known.before.includes(menu) && !menu.contains(node));
    const [one, ...rest] = labelled.length > 0 ? labelled : menus.includes(known.menu) ? [known.menu] : fresh;
    const menu = one !== undefined && rest.length === 0 ? one : null;
    kept.set(name, { before: known.before, menu });
    return menu;
  };
  const opener = find();
  const menu = opener === null ? null : owned(opener, "chat_picker_menu");
  const rows = menu === null ? [] : all(selectors.option, menu).filter((row) => row.matches("[aria-haspopup], [data-has-submenu]"));
  const opened = rows.filter(isOpen);
  if (opened.length === 0) kept.set("chat_picker_submenu", { before: menus, menu: null });
  const row = opened.length === 1 ? opened[0] : null;
  const slider = menu?.querySelector("[role=slider]") ?? null;
  const isPower = (node) => chat_words("power").is(node.getAttribute("aria-label") ?? "");
  const beside = slider === null ? null : (all(selectors.option, menu).find(isPower) ?? slider);
  const knob = slider?.closest("[role=menuitem]") ?? beside;
  return { opener, menu, row, submenu: row === null ? null : owned(row, "chat_picker_submenu"), knob };
}
