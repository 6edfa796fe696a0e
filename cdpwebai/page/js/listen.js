// does: begins to write down the trusted events of some types that reach the window, and whether they meet the target
// uses: kept, target
function listen(types, aim) {
  kept.get("heard")?.end.abort();
  const heard = { events: [], end: new AbortController() };
  const element = aim === null ? null : target(aim)[0];
  const write = (event) => {
    if (!event.isTrusted || heard.events.length >= 100) return;
    const meets = element === null || event.composedPath().includes(element);
    heard.events.push({ type: event.type, meets, key: event.key ?? "" });
  };
  for (const type of types) addEventListener(type, write, { capture: true, passive: true, signal: heard.end.signal });
  kept.set("heard", heard);
}
