// asks: which element opens the efforts of one row of the picker, inside that row?
// visible when: never; it gives the one element to other readers
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words
function chat_picker_gear(row) {
  const buttons = [...row.querySelectorAll("button, [role=button]")].filter(visible);
  const marked = buttons.filter((node) => node.matches(chat_contract().selectors.gear.join(", ")));
  const named = buttons.filter((node) => chat_words("effort").is(node.getAttribute("aria-label") ?? ""));
  const [gear, ...others] = marked.length > 0 ? marked : named;
  return gear !== undefined && others.length === 0 ? gear : null;
}
