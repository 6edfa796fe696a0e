// asks: which button copies the turn that holds a message?
// visible when: never; it gives the one element to an act
// absent when: null: no turn holds the message, or it has no such button
// unknown when: never
// uses: chat_contract, chat_shells, chat_words
function chat_copy(messageId) {
  const { selectors } = chat_contract();
  const holds = (shell) => shell.dataset.messageId === messageId || shell.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`) !== null;
  const shell = chat_shells().find(holds);
  const buttons = [...(shell?.querySelectorAll("button") ?? [])].filter((button) => button.closest(selectors.body.join(", ")) === null);
  const isCopy = (button) => button.matches(selectors.copy.join(", ")) || chat_words("copy").is(button.getAttribute("aria-label") ?? "");
  return buttons.find(isCopy) ?? null;
}
