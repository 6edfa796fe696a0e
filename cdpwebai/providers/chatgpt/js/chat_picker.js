// asks: what does the picker of models show, and what can be chosen in the menus that it has opened?
// visible when: {pill, open, rows, slider, opened, options}, as providers/picker.py has them
// absent when: null: the page has no picker for a person to see
// unknown when: it is open, and its menu cannot be told from others (no-anchor), or an element cannot be read (it throws)
// uses: chat_contract, chat_picker_parts, chat_menu_rows, chat_picker_lines, chat_picker_gear
function chat_picker() {
  const { selectors } = chat_contract();
  const { opener, menu, row, submenu, knob } = chat_picker_parts();
  if (opener === null) return null;
  const isOpen = opener.getAttribute("aria-expanded") === "true";
  if (isOpen && menu === null) return { v: "unknown", why: "no-anchor", at: "the picker is open, and its menu is not to be found" };
  const checked = (node) => {
    const said = node.getAttribute("aria-checked") ?? node.getAttribute("aria-selected");
    const state = node.getAttribute("data-state");
    if (said === null) return { checked: true, unchecked: false }[state] ?? null;
    return said === "true" && ["checked", "on", null].includes(state);
  };
  const why = (node) => {
    const ids = (node.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean);
    return ids.map((id) => document.getElementById(id)?.textContent.trim() ?? "").join(" ").slice(0, 300);
  };
  const told = (node) => ({
    lines: chat_picker_lines(node),
    checked: checked(node),
    disabled: node.getAttribute("aria-disabled") === "true" || node.hasAttribute("data-disabled"),
    why: why(node),
    opens: node.matches("[aria-haspopup], [data-has-submenu]"),
    gear: chat_picker_gear(node) !== null,
  });
  const slide = () => {
    const slider = menu?.querySelector("[role=slider]");
    if (slider === undefined || slider === null) return null;
    const number = (name) => Number.parseInt(slider.getAttribute(name), 10);
    const shown = menu.querySelector(selectors.power_text.join(", "));
    const text = (shown === null ? "" : chat_picker_lines(shown)[0]) || slider.getAttribute("aria-valuetext") || "";
    return { least: number("aria-valuemin"), most: number("aria-valuemax"), now: number("aria-valuenow"), text };
  };
  return {
    pill: chat_picker_lines(opener).join(" "),
    open: menu !== null,
    rows: menu === null ? [] : chat_menu_rows(menu, "option").filter((node) => node !== knob).map(told),
    slider: slide(),
    opened: row === null ? null : chat_picker_lines(row),
    options: submenu === null ? null : chat_menu_rows(submenu, "option").map(told),
  };
}
