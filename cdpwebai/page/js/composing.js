// asks: is an input method in the middle of a composition?
// visible when: true, while one is open in an element that is still there
// absent when: false
// unknown when: never
// uses: kept
// starts: with the document
function composing() {
  if (!kept.has("composing")) {
    const state = { element: null };
    kept.set("composing", state);
    addEventListener("compositionstart", (event) => { state.element = event.composedPath()[0]; }, true);
    addEventListener("compositionend", () => { state.element = null; }, true);
  }
  return kept.get("composing").element?.isConnected ?? false;
}
