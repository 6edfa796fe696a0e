// asks: which items does the document hold, each with its key and its body, read again only where something changed?
// visible when: a Map from key to item, in document order; an item stays the same object while its body is the same
// absent when: an empty Map
// unknown when: an item has no key (partial), or two have the same (conflict), as {v, why, at}
// uses: kept, watch
//
// name: whose list it is. selector: tags, attributes, classes, ids, commas; nothing that depends on other elements.
// key(node): a string. read(node): JSON, from the light tree of the node alone: no styles, no layout, no shadow trees.
// keep(node): whether a match is an item at all; asked anew only when something that the selector speaks of changed.
function list(name, selector, key, read, keep = () => true) {
  const bare = selector.replace(/\[[^\]]*\]/g, "").replace(/,\s*/g, ",");
  if (/[\s>+~:]/.test(bare)) throw new Error(`not a plain selector: ${selector}`);
  const lists = kept.get("lists") ?? kept.set("lists", new Map()).get("lists");
  const changes = watch();
  changes.shape(selector); // from here on the selector is followed
  const now = changes.now();
  const mine = lists.get(name) ?? { at: 0, nodes: [], items: new WeakMap(), answer: undefined };
  if (mine.at > changes.last() && mine.answer !== undefined) return mine.answer;
  const moved = mine.at === 0 || changes.shape(selector) >= mine.at;
  if (moved) mine.nodes = [...document.querySelectorAll(selector)].filter(keep);

  const item = (node) => {
    const known = mine.items.get(node);
    if (known !== undefined && known.at > changes.of(node)) return known.item;
    const fresh = { key: key(node), body: read(node) };
    const same = known !== undefined && JSON.stringify(known.item) === JSON.stringify(fresh);
    const current = same ? known.item : fresh;
    mine.items.set(node, { at: now, item: current });
    return current;
  };
  const unknown = (why, at) => ({ v: "unknown", why, at });
  const answer = new Map();
  for (const node of mine.nodes) {
    const one = item(node);
    if (typeof one.key !== "string" || one.key === "") return unknown("partial", "an item has no key");
    if (answer.has(one.key)) return unknown("conflict", `two items have the key ${one.key}`);
    answer.set(one.key, one);
  }
  lists.set(name, Object.assign(mine, { at: now, answer }));
  return answer;
}
