// asks: is this element shown, as far as style decides: display, visibility, opacity above 0 on it and its ancestors?
// visible when: true; it may still have no box, lie off the screen or under something
// absent when: false
// unknown when: a style cannot be read (it throws)
// uses:
function shown(element) {
  const own = getComputedStyle(element);
  if (own.display === "none" || own.visibility !== "visible") return false;
  // what stands around an element on the screen: the slot it is put into, else its parent, else the shadow root's host
  const outer = (node) => node.assignedSlot ?? node.parentElement ?? node.parentNode?.host ?? null;
  if (!(Number.parseFloat(own.opacity) > 0)) return false;
  for (let around = outer(element); around !== null; around = outer(around)) {
    const style = getComputedStyle(around);
    const hides = style.display === "none" || style.contentVisibility === "hidden";
    if (hides || !(Number.parseFloat(style.opacity) > 0)) return false;
  }
  return true;
}
