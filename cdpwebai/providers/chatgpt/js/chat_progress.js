// asks: does the last turn of the assistant's show progress that is under way, for a person to see?
// visible when: true
// absent when: false
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_shells, chat_role, chat_live
function chat_progress() {
  const shell = chat_shells().findLast((one) => chat_role(one) === "assistant");
  if (shell === undefined) return false;
  const shown = [...shell.querySelectorAll(chat_contract().selectors.progress.join(", "))];
  return shown.some((node) => chat_live(node) && visible(node));
}
