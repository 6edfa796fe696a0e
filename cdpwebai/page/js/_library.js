// The library itself: made once per document, in our isolated world, where the page can neither see nor change it.
// Not a question. The loader calls it with the library's hash and the scripts, linked in the order of their uses.
function install(hash, define) {
  if (globalThis.__cdpwebai !== undefined && globalThis.__cdpwebai.hash === hash) return;
  const kept = new Map(); // what scripts keep as long as the document lives, each under its own name
  const asks = Object.create(null);
  const does = Object.create(null);
  const named = (scripts, name) => {
    if (scripts[name] === undefined) throw new Error(`no script is called ${name}`);
    return scripts[name];
  };
  const threw = (error) => ({ threw: String(error) });
  const answer = (run) => {
    try {
      const value = run();
      return value instanceof Promise ? value.then((settled) => ({ value: settled }), threw) : { value };
    } catch (error) {
      return threw(error);
    }
  };
  const starters = define(asks, does, kept, (name) => named(asks, name));
  globalThis.__cdpwebai = Object.freeze({
    hash,
    look(question) {
      const reply = answer(() => {
        if (question.fields) return asks.observe(question.held ?? null, question.fields);
        return named(asks, question.reader)(...(question.args ?? []));
      });
      if (globalThis.__cdpwebaiWake !== undefined) asks.watch().ring(globalThis.__cdpwebaiWake);
      return reply;
    },
    node: (aim) => asks.target(aim)[0],
    act(question) {
      return answer(() => named(does, question.reader)(...(question.args ?? [])) ?? null); // JSON has no undefined
    },
  });
  for (const start of starters) start();
}
