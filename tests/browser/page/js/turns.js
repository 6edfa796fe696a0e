// asks: which turns does the page hold, as the tests' pages write them?
// visible when: a list of {role, text} by the turn's id
// absent when: an empty list
// unknown when: as list.js says
// uses: list
function turns() {
  const read = (node) => ({ role: node.dataset.role, text: node.textContent });
  return list("turns", "[data-turn-id]", (node) => node.dataset.turnId ?? null, read);
}
