// A file input that stands in no document, so that no page hears of what it is given.
function input() {
  return Object.assign(document.createElement("input"), { type: "file", multiple: true });
}
