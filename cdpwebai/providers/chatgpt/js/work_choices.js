// asks: which choices stand in the menu that a row of Work's picker has opened? name: as in work_row
// visible when: never; it gives [{node, name, chosen}] to other readers: the English name, "" for words that we do not know
// absent when: null: the menu of that row is not open
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_owned, work_row, work_model, work_effort, work_speed
//
// What a choice is called is its first line, whole; a note may stand behind it. Signs that disagree choose nothing.
function work_choices(name) {
  const row = work_row(name);
  const menu = row === null ? null : chat_owned(row, `work_${name}`);
  if (menu === null) return null;
  const known = { model: work_model, effort: work_effort, speed: work_speed }[name];
  const isChosen = (node) => node.getAttribute("aria-checked") === "true" && (node.dataset.state ?? "checked") === "checked";
  return [...menu.querySelectorAll(chat_contract().selectors.work_choice.join(", "))].filter(visible).map((node) => ({
    node,
    name: known(node.innerText.trim().split("\n")[0]) ?? "",
    chosen: isChosen(node),
  }));
}
