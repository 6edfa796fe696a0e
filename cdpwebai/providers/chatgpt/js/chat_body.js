// asks: what does a turn say, and what does it show beside its messages?
// visible when: a turn as providers/chat.py has it, but for its progress
// absent when: no messages: its content is not in the document, or there is none yet
// unknown when: never
// uses: chat_contract, chat_words, chat_around, chat_ended, chat_failed, chat_choices, chat_pictures, chat_message
//
// root: the element of the turn. nodes: its messages. Only the light tree of root is looked at. Text is taken from the
// messages, never from what stands around them: "You said:", "Thought for 5s", the bar, an error.
function chat_body(root, nodes, role) {
  const { buttons, isBehind, said, beside } = chat_around(root, nodes);
  const finished = chat_ended(root, nodes);
  const streaming = chat_contract().selectors.streaming.join(", ");
  const pictures = chat_pictures(root, nodes);
  const places = buttons.map((button) => /^(\d+)\s*\/\s*(\d+)$/.exec(beside(button.parentElement)));
  const [, branch, branches] = places.find((place) => place !== null) ?? ["", 1, 1];
  return {
    role,
    messages: nodes.map((node) => chat_message(root, nodes, node, role, finished)),
    finished,
    streaming: root.matches(streaming) || root.querySelector(streaming) !== null,
    failed: chat_failed(root, nodes),
    branch: Number(branch),
    branches: Number(branches),
    choices: chat_choices(root, nodes),
    images: new Set(pictures.images.map(({ id }) => id)).size + pictures.buttons.length,
    continues: buttons.some((button) => isBehind(button) && chat_words("continue").is(said(button))),
  };
}
