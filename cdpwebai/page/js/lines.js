// asks: which lines stand in an editable element, as they were typed?
// visible when: a list of strings, never empty; a block is a line of its own, an empty one too
// absent when: never
// unknown when: the element cannot be read (it throws)
// uses:
//
// innerText gives one break too many for an empty block (<div><br></div>), and two between paragraphs with margins.
function lines(element) {
  const found = [""];
  let ended = false; // the last line is complete: what comes next begins another
  const claim = () => {
    if (ended) found.push("");
    ended = false;
  };
  const write = (text) => {
    claim();
    const [first, ...more] = text.split("\n");
    found[found.length - 1] += first;
    found.push(...more);
  };
  const begin = () => {
    if (found.length > 1 || found[0] !== "") ended = true;
  };
  const isBlock = (node) => node.localName !== "br" && !["inline", "contents"].includes(getComputedStyle(node).display);
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) write(child.nodeValue);
      else if (child.nodeType !== Node.ELEMENT_NODE) continue;
      else if (child.localName === "br") write(child.nextSibling === null ? "" : "\n");
      else if (isBlock(child)) block(child);
      else walk(child);
    }
  };
  const block = (node) => {
    begin();
    if (node.childNodes.length === 0) claim();
    walk(node);
    ended = true;
  };
  walk(element);
  return found;
}
