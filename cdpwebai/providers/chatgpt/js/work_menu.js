// asks: which open menu is the one of Work's picker?
// visible when: never; it gives the element that the picker's own button names as what it controls, while it is expanded
// absent when: null: the picker is closed, or its button names nothing that is there
// unknown when: an element cannot be read (it throws)
// uses: visible, work_trigger
function work_menu() {
  const trigger = work_trigger();
  if (trigger?.getAttribute("aria-expanded") !== "true") return null;
  const named = document.getElementById(trigger.getAttribute("aria-controls") ?? "");
  return named !== null && visible(named) ? named : null;
}
