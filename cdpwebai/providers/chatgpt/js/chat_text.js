// asks: what does this element say, a line for each block?
// visible when: a string, perhaps empty; from the light tree alone, hidden parts included
// absent when: never
// unknown when: never
// uses:
//
// textContent runs blocks together ("Title" and "text" become one word); innerText needs layout, and folds white space.
// without: a selector of what is left out.
function chat_text(element, without = null) {
  const BLOCKS = /^(?:p|div|li|ul|ol|pre|h[1-6]|blockquote|table|tr|hr|section|article|header|footer|figure|details|summary)$/;
  let said = "";
  let space = ""; // white space that is only kept between two pieces of text on one line
  let ended = false; // a block has begun or ended: what comes next stands on a line of its own
  const write = (text) => {
    if (/^\s*$/.test(text)) return void (space += text);
    said += (said === "" ? "" : ended ? "\n" : space) + text;
    ended = false;
    space = "";
  };
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) write(child.data);
      else if (child.nodeType !== Node.ELEMENT_NODE || (without !== null && child.matches(without))) continue;
      else if (child.localName === "br") write("\n");
      else if (BLOCKS.test(child.localName)) block(child);
      else if (child.localName === "td" || child.localName === "th") (walk(child), write("\t"));
      else walk(child);
    }
  };
  const end = () => {
    ended = true;
    space = "";
  };
  const block = (node) => {
    end();
    walk(node);
    end();
  };
  walk(element);
  return said;
}
