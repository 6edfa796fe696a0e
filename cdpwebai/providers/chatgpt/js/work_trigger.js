// asks: which element opens Work's picker?
// visible when: never; it gives the one menu button of the composer's own form whose text names a model and an effort
// absent when: null: there is none, or more than one; a menu of projects, plugins or apps names neither
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_box, work_label
function work_trigger() {
  const form = chat_box()?.form;
  if (form === undefined) return null;
  const buttons = [...form.querySelectorAll(chat_contract().selectors.work_trigger.join(", "))];
  const fitting = buttons.filter((button) => visible(button) && work_label(button.textContent) !== null);
  return fitting.length === 1 ? fitting[0] : null;
}
