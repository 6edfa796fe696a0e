// asks: which element chooses Work?
// visible when: never; it gives the one visible radio that is called so, where its group of two tells that Chat is chosen
// absent when: null: the page does not tell that Chat is chosen, or there is not exactly one such radio
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_words, chat_surface
function work_radio() {
  if (chat_surface().active !== "chat") return null;
  const radios = chat_nodes(chat_contract().selectors.radio.join(", "));
  const fitting = radios.filter((radio) => visible(radio) && chat_words("work").is(radio.textContent));
  return fitting.length === 1 ? fitting[0] : null;
}
