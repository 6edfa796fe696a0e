// asks: is this element shown, as far as style decides: display, visibility, opacity above 0 on it and its ancestors?
// visible when: true; it may still have no box, lie off the screen or under something
// absent when: false
// unknown when: a style cannot be read (it throws)
// uses: natively
function shown(element) {
  const clear = (style) => !(Number.parseFloat(style.opacity) > 0);
  const own = getComputedStyle(element);
  if (own.display === "none" || own.visibility !== "visible" || clear(own)) return false;
  // what stands around an element on the screen: the slot it is put into, else its parent, else the shadow root's host
  const outer = (node) =>
    natively(node, "assignedSlot") ?? natively(node, "parentElement") ?? natively(node, "parentNode")?.host ?? null;
  const summary = (details) => details.querySelector(":scope > summary");
  const folds = (around, inner) => around.localName === "details" && !around.open && summary(around) !== inner;
  for (let inner = element, around = outer(inner); around !== null; inner = around, around = outer(inner)) {
    const style = getComputedStyle(around);
    if (style.display === "none" || style.contentVisibility === "hidden" || clear(style)) return false;
    if (folds(around, inner)) return false;
  }
  return true;
}
