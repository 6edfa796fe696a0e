// asks: everything that a flow wants to know, in one consistent look?
// visible when: each field answers for itself, see wire/look.py
// absent when: likewise
// unknown when: likewise: a reader that throws makes its own field unknown and no other
// uses: kept, reader
function observe(held, fields) {
  const all = kept.get("observe") ?? kept.set("observe", new Map()).get("observe");
  const asked = JSON.stringify(fields);
  const epoch = Math.random().toString(36).slice(2); // so that no revision of another document is ever taken for ours
  const state = all.get(asked) ?? { epoch, count: 0, told: new Map() };
  all.delete(asked); // and set again: the last of the map is the latest in use
  all.set(asked, state);
  if (all.size > 8) all.delete(all.keys().next().value);
  const revision = () => `${state.epoch}.${state.count}`;
  const base = state.count > 0 && held === revision() ? held : null;
  if (base === null) state.told.clear();
  let changed = base === null;

  const since = (field, answer) => {
    const told = state.told.get(field) ?? state.told.set(field, new Map()).get(field);
    const items = {};
    let place = 0;
    for (const [key, item] of answer) {
      const before = told.get(key);
      if (before === undefined || before.item !== item) items[key] = [place, item.body];
      else if (before.place !== place) items[key] = [place];
      told.set(key, { place, item });
      place += 1;
    }
    for (const key of told.keys()) {
      if (answer.has(key)) continue;
      items[key] = null;
      told.delete(key);
    }
    changed ||= Object.keys(items).length > 0;
    return { items };
  };
  const ask = (field, [name, ...args]) => {
    try {
      const answer = reader(name)(...args);
      return answer instanceof Map ? since(field, answer) : { value: answer };
    } catch (error) {
      return { threw: String(error) };
    }
  };
  const answers = Object.fromEntries(Object.entries(fields).map(([field, question]) => [field, ask(field, question)]));
  if (changed) state.count += 1;
  return { revision: revision(), base, fields: answers };
}
