// asks: which element is an act aimed at?
// visible when: never; it gives the elements that a target names: the visible ones if there are any, else all of them
// absent when: never
// unknown when: a selector does not parse, or an element cannot be read (it throws)
// uses: find, visible, reader
//
// aim: {selector}, or {reader, args} for a reader that gives one element or none
function target(aim) {
  const named = aim.reader ? [reader(aim.reader)(...aim.args)].filter(Boolean) : find(aim.selector, document);
  const seen = named.filter(visible);
  return seen.length > 0 ? seen : named;
}
