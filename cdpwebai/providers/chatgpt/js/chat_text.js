// asks: what does this element say, a line for each block?
// visible when: a string, perhaps empty; from the light tree alone, hidden parts included
// absent when: never
// unknown when: never
// uses:
//
// textContent runs blocks together ("Title" and "text" become one word); innerText needs layout, and folds white space.
// without: a selector of what is left out. What holds no block is read in one piece: a long answer has many small nodes.
function chat_text(element, without = null) {
  const BLOCKS =
    "p, div, li, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, table, tr, hr, section, article, header, footer, figure";
  const parts = [BLOCKS, "br", "td", "th", ...(without === null ? [] : [without])].join(", ");
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
    if (node.nodeType === Node.TEXT_NODE) write(node.data);
    else if (node.localName === "br") write("\n");
    else if (node.nodeType === Node.ELEMENT_NODE && !(without !== null && node.matches(without))) enter(node);
  };
  const enter = (node) => {
    const isBlock = node.matches(BLOCKS);
    if (isBlock) end();
    if (node.querySelector(parts) === null) write(node.textContent);
    else node.childNodes.forEach(walk);
    if (isBlock) end();
    if (node.matches("td, th")) write("\t");
  };
  const end = () => {
    ended = true;
    space = "";
  };
  element.childNodes.forEach(walk);
  return said;
}
