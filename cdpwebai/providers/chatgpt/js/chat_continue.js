// asks: which button continues the answer that holds a message, where it was cut?
// visible when: never; it gives the one element to an act
// absent when: null: no turn holds the message, or it has no such button behind its messages, or more than one
// unknown when: never
// uses: chat_shells, chat_around, chat_words
function chat_continue(messageId) {
  const node = document.querySelector(`[data-message-id="${CSS.escape(messageId)}"]`);
  const shell = chat_shells().find((one) => node !== null && one.contains(node));
  if (shell === undefined) return null;
  const { buttons, isBehind, said } = chat_around(shell, [node]);
  const found = buttons.filter((button) => isBehind(button) && chat_words("continue").is(said(button)));
  return found.length === 1 ? found[0] : null;
}
