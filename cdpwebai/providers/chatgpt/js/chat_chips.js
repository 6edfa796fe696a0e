// asks: what is attached in the composer?
// visible when: a list of names as the page shows them, in order; "" for one that shows no name
// absent when: an empty list: the composer's form is there and holds no attachment
// unknown when: the page has no composer (no-anchor), or an element cannot be read (it throws)
// uses: visible, chat_contract, chat_box, chat_words, chat_text
//
// An attachment is what has a button that names it, or that says that it takes a file away, in a language we know.
function chat_chips() {
  const box = chat_box();
  if (box === null) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  const label = (node) => node.getAttribute("aria-label") ?? "";
  const removes = (button) => chat_words("remove").is(label(button));
  const name = (node) => (label(node) || chat_text(node, "button").replace(/\s+/g, " ")).trim();
  const isNamedBy = (node) => label(node) !== "" && [...node.querySelectorAll("button")].some((one) => label(one).includes(label(node)));
  const marked = [...box.form.querySelectorAll(chat_contract().selectors.chip.join(", "))];
  const named = [...box.form.querySelectorAll("[role=group][aria-label]")].filter(isNamedBy);
  const removable = [...box.form.querySelectorAll("button[aria-label]")].filter(removes).map((button) => button.parentElement);
  const all = [...new Set([...marked, ...named, ...removable])].filter((node) => !node.contains(box.node) && !box.node.contains(node));
  const chips = all.filter((node) => !all.some((other) => other !== node && other.contains(node)) && visible(node));
  chips.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  return chips.map(name);
}
