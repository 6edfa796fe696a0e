// asks: which elements are the picker of models: its opener, the menu that this one has opened, the menu of a row in it?
// visible when: never; it gives {opener, menu, row, submenu, knob}, an element each, to other readers
// absent when: null each: there is no such element, or it cannot be told which of several
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, chat_box, chat_owned, chat_menu_rows, chat_picker_gear
function chat_picker_parts() {
  const { selectors } = chat_contract();
  const TIERS = ["instant", "medium", "high", "xhigh", "pro", "think"];
  const all = (row, root) => [...root.querySelectorAll(row.join(", "))].filter(visible);
  const isTier = (node) => TIERS.some((name) => chat_words(name).is(node.textContent));
  const find = () => {
    const form = chat_box()?.form;
    const pills = form ? all(selectors.pill, form) : [];
    const others = form ? all(["[aria-haspopup=menu]"], form) : [];
    const named = pills.filter(isTier).at(-1) ?? others.filter(isTier).at(-1);
    const [switcher, ...more] = all(selectors.switcher, document);
    if (named !== undefined) return named;
    if (switcher !== undefined && more.length === 0) return switcher;
    return pills.length === 1 ? pills[0] : null;
  };
  const opener = find();
  const menu = opener === null ? null : chat_owned(opener, "chat_picker_menu");
  const rows = menu === null ? [] : chat_menu_rows(menu, "option");
  const unfolding = rows.flatMap((row) => [
    [row, row.matches("[aria-haspopup], [data-has-submenu]") ? row : null],
    [row, chat_picker_gear(row)],
  ]).filter(([, by]) => by !== null);
  const opened = unfolding.map(([row, by]) => [row, chat_owned(by, `chat_picker_submenu ${by === row} ${row.textContent}`)]).filter(([, sub]) => sub !== null);
  const [row, submenu] = opened.length === 1 ? opened[0] : [null, null];
  const slider = menu?.querySelector("[role=slider]") ?? null;
  const isPower = (node) => chat_words("power").is(node.getAttribute("aria-label") ?? "");
  const beside = slider === null ? null : (rows.find(isPower) ?? slider);
  return { opener, menu, row, submenu, knob: slider?.closest("[role=menuitem]") ?? beside };
}
