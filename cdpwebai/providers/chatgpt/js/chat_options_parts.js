// asks: which elements are the options of the conversation that the page shows: what opens them, and the menu it has opened?
// visible when: never; it gives {opener, menu}, an element each, to other readers
// absent when: null each: there is no such element, or more than one
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, chat_owned
//
// The sidebar has such a button for every conversation, and a turn may have one: none of these is meant.
function chat_options_parts() {
  const { selectors } = chat_contract();
  const apart = ["nav", "aside", "[role=navigation]", "[role=menu]", "form", ...selectors.turn].join(", ");
  const isNamed = (node) => chat_words("options").is(node.getAttribute("aria-label") ?? "");
  const own = [...document.querySelectorAll("button")].filter((node) => visible(node) && node.closest(apart) === null);
  const marked = own.filter((node) => node.matches(selectors.options.join(", ")));
  const [opener, ...others] = marked.length > 0 ? marked : own.filter(isNamed);
  if (opener === undefined || others.length > 0) return { opener: null, menu: null };
  return { opener, menu: chat_owned(opener, "chat_options_menu") };
}
