// A copy of `this` that JSON holds without loss, or the first place where it cannot. Not of the library: it runs in the
// page's own world, on an object that the page gave, and by value its answer is all that leaves.
function value() {
  class Loss {
    constructor(path, what) {
      this.path = path;
      this.what = what;
    }
  }
  const number = (thing, path) => {
    if (!Number.isFinite(thing)) throw new Loss(path, String(thing));
    if (Object.is(thing, -0)) throw new Loss(path, "-0");
    return thing;
  };
  const array = (thing, path, above) => {
    const bare = Object.keys(thing).length === thing.length;
    if (!bare) throw new Loss(path, "an array with holes or with members of its own");
    return thing.map((item, index) => copy(item, `${path}[${index}]`, above));
  };
  const plain = (thing, path, above) => {
    const prototype = Object.getPrototypeOf(thing);
    const bare = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!bare) throw new Loss(path, `an object of class ${prototype.constructor?.name || "unknown"}`);
    if (Object.getOwnPropertySymbols(thing).length > 0) throw new Loss(path, "an object with members under symbols");
    const made = Object.create(null);
    for (const key of Object.keys(thing)) made[key] = copy(thing[key], `${path}.${key}`, above);
    return made;
  };
  const copy = (thing, path, above) => {
    if (typeof thing === "number") return number(thing, path);
    if (thing === null || typeof thing === "string" || typeof thing === "boolean") return thing;
    if (thing === undefined) throw new Loss(path, "undefined");
    if (typeof thing !== "object") throw new Loss(path, `a ${typeof thing}`);
    if (above.includes(thing)) throw new Loss(path, "a reference to what it is part of");
    if (above.length >= 250) throw new Loss(path, "more than 250 levels");
    const within = [...above, thing];
    return Array.isArray(thing) ? array(thing, path, within) : plain(thing, path, within);
  };
  try {
    return { kept: copy(this, "", []) };
  } catch (error) {
    if (error instanceof Loss) return { path: error.path, what: error.what };
    throw error;
  }
}
