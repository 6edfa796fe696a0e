// asks: which tools are chosen in the composer, and what can be chosen in the menus that its plus button has opened?
// visible when: {open, pills, rows, opened, options}, as providers/tools.py has them
// absent when: null: the page has no plus button for a person to see
// unknown when: it is open, and its menu cannot be told from others (no-anchor), or an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, chat_box, chat_tools_parts, chat_menu_rows, chat_lines
function chat_tools() {
  const { selectors } = chat_contract();
  const { opener, menu, row, submenu } = chat_tools_parts();
  if (opener === null) return null;
  const isOpen = opener.getAttribute("aria-expanded") === "true";
  if (isOpen && menu === null) return { v: "unknown", why: "no-anchor", at: "the plus menu is open, and is not to be found" };
  const label = (node) => node.getAttribute("aria-label") ?? chat_lines(node).join(" ");
  const told = (node) => ({
    lines: chat_lines(node),
    checked: { true: true, false: false }[node.getAttribute("aria-checked")] ?? null,
    disabled: node.getAttribute("aria-disabled") === "true" || node.hasAttribute("data-disabled"),
    why: "",
    opens: node.matches("[aria-haspopup], [data-has-submenu]"),
  });
  const isPill = (node) => node.matches(selectors.tool_pill.join(", ")) || chat_words("remove_tool").is(node.getAttribute("aria-label") ?? "");
  const pills = [...chat_box().form.querySelectorAll("button")].filter((node) => visible(node) && isPill(node));
  return {
    open: menu !== null,
    pills: pills.map(label),
    rows: menu === null ? [] : chat_menu_rows(menu, "tool").map(told),
    opened: row === null ? null : chat_lines(row),
    options: submenu === null ? null : chat_menu_rows(submenu, "tool").map(told),
  };
}
