// asks: which row of Work's picker opens the menu of its models, efforts or speeds? name: "model", "effort", "speed"
// visible when: never; it gives the one row with that heading, mounted or shown, to other readers and to an act
// absent when: null: the picker is closed, or has no such row or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_words, work_menu, work_said
function work_row(name) {
  const items = [...(work_menu()?.querySelectorAll("[role=menuitem]") ?? [])];
  const fitting = items.filter((item) => work_said(name, item) !== null);
  return fitting.length === 1 ? fitting[0] : null;
}
