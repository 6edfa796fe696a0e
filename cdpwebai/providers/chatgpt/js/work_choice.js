// asks: which choice of this English name stands in the menu that a row of Work's picker has opened? part: as in work_row
// visible when: never; it gives the one element to an act
// absent when: null: the menu is not open, or has no such choice or more than one
// unknown when: an element cannot be read (it throws)
// uses: work_choices
function work_choice(part, name) {
  const fitting = (work_choices(part) ?? []).filter((choice) => choice.name === name);
  return fitting.length === 1 ? fitting[0].node : null;
}
