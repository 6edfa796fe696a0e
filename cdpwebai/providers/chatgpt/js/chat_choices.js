// asks: how many answers of a turn stand side by side for the user to choose from?
// visible when: a number above 1
// absent when: 1
// unknown when: never
// uses: chat_around
//
// By the buttons that prefer one; else by columns of one message each, with a button for it that is called the same.
function chat_choices(root, nodes) {
  const { rows, buttons, said } = chat_around(root, nodes);
  const holdsOne = (column) => nodes.filter((node) => column.contains(node)).length === 1;
  const columns = nodes.map((node) => node.parentElement).filter(holdsOne);
  const offer = (column) => buttons.filter((button) => column.contains(button)).map(said).filter(Boolean).at(-1);
  const offers = columns.map(offer).filter(Boolean);
  const alike = offers.filter((one) => one === offers[0]).length;
  return Math.max(1, rows("choice").length, alike);
}
