// asks: which elements are the composer's file inputs?
// visible when: never; it gives those of its form, else those of the main region, to other readers
// absent when: never
// unknown when: an element cannot be read (it throws)
// uses: chat_contract, chat_box
function chat_input_nodes() {
  const { selectors } = chat_contract();
  const within = (root) => [...(root?.querySelectorAll(selectors.file_input.join(", ")) ?? [])].filter((node) => !node.disabled);
  const own = within(chat_box()?.form);
  return own.length > 0 ? own : within(document.querySelector(selectors.main.join(", ")));
}
