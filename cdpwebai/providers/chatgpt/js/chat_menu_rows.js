// asks: which rows has a menu of the composer or of the conversation?
// visible when: never; it gives elements to other readers, in the page's order
// absent when: an empty list
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract
function chat_menu_rows(menu) {
  const { selectors } = chat_contract();
  const of = (node) => node.parentElement.closest(selectors.menu.join(", "));
  return [...menu.querySelectorAll(selectors.tool.join(", "))].filter((node) => of(node) === menu && visible(node));
}
