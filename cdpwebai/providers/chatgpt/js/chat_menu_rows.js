// asks: which rows has a menu? kind: what the contract calls such a row, "tool" or, in the picker of models, "option"
// visible when: never; it gives elements to other readers, in the page's order
// absent when: an empty list
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract
function chat_menu_rows(menu, kind) {
  const { selectors } = chat_contract();
  const of = (node) => node.parentElement.closest(selectors.menu.join(", "));
  const rows = { tool: selectors.tool, option: selectors.option }[kind].join(", ");
  return [...menu.querySelectorAll(rows)].filter((node) => of(node) === menu && visible(node));
}
