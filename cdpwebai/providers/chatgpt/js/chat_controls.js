// asks: which elements are the composer's own Send, Stop and voice button, for a person to see?
// visible when: never; it gives {send, stop, voice}, a list of elements each, to other readers
// absent when: a list is empty
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_words, chat_box
//
// By test id; else by the place: the last button of the composer's form is the slot of the three. What it is called
// comes next, and what it is built like last. What is none of the three for sure is none.
function chat_controls() {
  const { selectors } = chat_contract();
  const box = chat_box();
  const main = document.querySelector(selectors.main.join(", "));
  const buttons = box === null ? [] : [...box.form.querySelectorAll("button, [role=button]")].filter(visible);
  const matching = (row) => buttons.filter((button) => button.matches(selectors[row].join(", ")));
  const called = (button, name) => chat_words(name).is(button.getAttribute("aria-label") ?? button.textContent);
  const stops = chat_nodes(selectors.stop.join(", ")).filter((node) => (main?.contains(node) ?? false) && visible(node));
  const stop = new Set([...stops, ...buttons.filter((button) => called(button, "stop"))]);
  const found = { send: matching("send"), stop: [...stop], voice: [] };
  const slot = buttons.at(-1);
  if (slot === undefined || [...found.send, ...found.stop].includes(slot)) return found;
  const hasText = (box.node.value ?? box.node.textContent).trim() !== "";
  const kind = () => {
    if (matching("voice").includes(slot)) return "voice";
    const name = ["send", "voice"].find((one) => called(slot, one));
    if (name !== undefined) return name;
    if (slot.getAttribute("type") === "submit") return hasText ? "send" : null;
    return slot.getAttribute("type") === "button" && slot.matches(selectors.slot.join(", ")) ? "stop" : null;
  };
  const what = found.send.length > 0 ? null : kind();
  if (what !== null) found[what].push(slot);
  return found;
}
