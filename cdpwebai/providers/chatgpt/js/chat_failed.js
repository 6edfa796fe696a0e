// asks: does a turn show an error, beside its messages?
// visible when: the page's own words for it
// absent when: "": there is none; an error that a message quotes is none
// unknown when: never
// uses: chat_contract, chat_words, chat_around
function chat_failed(root, nodes) {
  const { rows, buttons, said, label, beside } = chat_around(root, nodes);
  const retry = chat_contract().selectors.retry.join(", ");
  const again = buttons.find((button) => button.matches(retry) || chat_words("retry").is(said(button)));
  const error = rows("failure").find((node) => node.querySelector("button") !== null) ?? again?.parentElement;
  return error == null ? "" : beside(error) || label(again ?? error);
}
