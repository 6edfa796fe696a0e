// asks: what do the visible elements that match a selector say?
// visible when: a list of strings, in document order
// absent when: an empty list: nothing matches, or nothing that matches is visible
// unknown when: an element cannot be read (it throws)
// uses: find, visible, text
function texts(selector) {
  return find(selector, document).filter(visible).map(text);
}
