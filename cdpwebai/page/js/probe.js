// asks: what do these selectors match, and would a person see it?
// visible when: a node's entry has a box larger than nothing and is shown; the client folds the entries
// absent when: every selector was enumerated, every node inspected, and none is visible
// unknown when: a selector or a node could not be read, or the place to look in is not there
// uses: find, shown
function probe(selectors, within) {
  const parses = (selector) => {
    try {
      new DocumentFragment().querySelector(selector);
      return true;
    } catch {
      return false;
    }
  };
  const attempt = (selector, read) => {
    try {
      return read();
    } catch (error) {
      return parses(selector) ? { threw: String(error) } : { invalid: selector };
    }
  };
  const inspect = (node) => {
    try {
      const box = node.getBoundingClientRect();
      return { box: [box.width, box.height], shown: shown(node) };
    } catch (error) {
      return { threw: String(error) };
    }
  };
  const whole = () => (document.documentElement === null ? [] : [document]);
  const roots = within === null ? whole() : attempt(within, () => find(within, document));
  if (!Array.isArray(roots)) return roots;
  const entries = selectors.map((selector) =>
    attempt(selector, () => ({
      nodes: [...new Set(roots.flatMap((root) => find(selector, root)))].map(inspect),
    })),
  );
  return { places: roots.length, selectors: entries };
}
