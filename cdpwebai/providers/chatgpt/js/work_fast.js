// asks: which element of Work's picker chooses between fast and standard?
// visible when: never; it gives the one check box of the menu that is called by either of its two names
// absent when: null: the picker is closed, or shows a view without it
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, work_menu
function work_fast() {
  const boxes = [...(work_menu()?.querySelectorAll(chat_contract().selectors.work_fast.join(", ")) ?? [])];
  const isOne = (box) => ["work_to_fast", "work_to_standard"].some((name) => chat_words(name).is(box.getAttribute("aria-label") ?? ""));
  const fitting = boxes.filter((box) => visible(box) && isOne(box));
  return fitting.length === 1 ? fitting[0] : null;
}
