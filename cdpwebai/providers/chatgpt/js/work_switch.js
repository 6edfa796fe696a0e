// asks: which element of Work's picker changes between its simple and its advanced view?
// visible when: never; it gives the one control of the menu that is called by either of its two names
// absent when: null: the picker is closed, or has one view alone
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_words, work_menu
function work_switch() {
  const items = [...(work_menu()?.querySelectorAll("[role=menuitem], button") ?? [])];
  const isOne = (item) => ["work_more", "work_less"].some((name) => chat_words(name).is(item.getAttribute("aria-label") ?? ""));
  const fitting = items.filter((item) => visible(item) && isOne(item));
  return fitting.length === 1 ? fitting[0] : null;
}
