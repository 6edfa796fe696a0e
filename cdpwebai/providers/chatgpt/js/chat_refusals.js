// asks: what does the page say against a file that is to be attached?
// visible when: {failed, alerts}: the words at attachments that failed, with their names, and the messages on the page
// absent when: both lists are empty
// unknown when: the page has no composer (no-anchor), or an element cannot be read (it throws)
// uses: visible, chat_contract, chat_box, chat_text, chat_failures
//
// What a message on the page means is not judged here: one may have stood there before.
function chat_refusals() {
  const box = chat_box();
  if (box === null) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  const { selectors } = chat_contract();
  const words = (node) => chat_text(node).replace(/\s+/g, " ").trim().slice(0, 300);
  const alerts = [...document.querySelectorAll(selectors.alert.join(", "))];
  const isApart = (node) => !box.form.contains(node) && node.closest(selectors.turn.join(", ")) === null;
  const isLegible = (node) => node.getBoundingClientRect().width >= 40 && visible(node);
  const told = (node) => words(node) || (node.getAttribute("aria-label") ?? "");
  const name = (node) => node.closest("[role=group][aria-label]")?.getAttribute("aria-label");
  return {
    failed: chat_failures().map((node) => [name(node), told(node)].filter(Boolean).join(": ")),
    alerts: alerts.filter((node) => isApart(node) && isLegible(node)).map(words).filter((text) => text !== ""),
  };
}
