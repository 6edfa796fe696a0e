// asks: what has changed in the document since an earlier look?
// visible when: never; it gives ticks to other readers. A node's tick is that of the last change in its light tree
// absent when: never
// unknown when: never; shadow trees, styles and the values of fields are not followed
// uses: kept, natively
function watch() {
  if (kept.has("watch")) return kept.get("watch");
  const ticks = new WeakMap();
  const shapes = new Map(); // selector -> tick at which an element that it matches came, went or changed its attributes
  const state = { tick: 1, last: 0, bell: undefined };

  const mark = (node) => {
    const isNew = (at) => at !== null && ticks.get(at) !== state.tick;
    for (let at = node; isNew(at); at = natively(at, "parentNode")) ticks.set(at, state.tick);
  };
  // A subtree that is out of the document is not followed, so all of it counts as changed when it comes back.
  const markBelow = (node) => {
    ticks.set(node, state.tick);
    for (const child of natively(node, "childNodes")) markBelow(child);
  };
  const signs = { class: ".", id: "#" };
  const { matches, querySelector } = Element.prototype; // a form's field may have such a name
  const holds = (element, selector) =>
    matches.call(element, selector) || querySelector.call(element, selector) !== null;
  const concerns = (record, selector) => {
    const name = record.attributeName;
    if (name !== null) return selector.includes(name) || selector.includes(signs[name] ?? name);
    const moved = [...record.addedNodes, ...record.removedNodes].filter((node) => node instanceof Element);
    return moved.some((element) => holds(element, selector));
  };
  const note = (records) => {
    for (const record of records) {
      mark(record.target);
      record.removedNodes.forEach(markBelow);
      for (const [selector, tick] of shapes) {
        if (tick !== state.tick && concerns(record, selector)) shapes.set(selector, state.tick);
      }
    }
    if (records.length > 0) state.last = state.tick;
  };
  const observer = new MutationObserver((records) => {
    note(records);
    const bell = state.bell;
    state.bell = undefined;
    if (bell !== undefined) bell("");
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const watched = {
    /** Take in every change until now; what is read after this call carries the tick that it returns. */
    now() {
      note(observer.takeRecords());
      state.tick += 1;
      return state.tick;
    },
    last: () => state.last,
    of: (node) => ticks.get(node) ?? 0,
    /** Throws for a selector that does not parse: following it would throw at every change from then on. */
    shape(selector) {
      if (!shapes.has(selector)) {
        new DocumentFragment().querySelector(selector);
        shapes.set(selector, state.tick);
      }
      return shapes.get(selector);
    },
    /** Call the binding once, at the next change. */
    ring(bell) {
      state.bell = bell;
    },
  };
  kept.set("watch", watched);
  return watched;
}
