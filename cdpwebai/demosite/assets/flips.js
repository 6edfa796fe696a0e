// What the page sets back to its value at load, all by itself: the scenario's `flips`.
// Stands on dom.js; whoever owns what can flip says how it is set back, and everybody tells what has happened.

import { site } from "./dom.js";

const left = site.flips.map((flip) => ({ ...flip }));
const back = {};

/** `set` sets `what` ("power", "speed", "surface") back to its value at load. */
export function canFlip(what, set) {
  back[what] = set;
}

/** Something has happened: "close", "input", or "choose" of `what`. */
export function happened(on, what = null) {
  for (const flip of left) {
    if (flip.on !== on || flip.times === 0 || (on === "choose" && flip.what !== what)) continue;
    flip.times -= 1;
    setTimeout(() => back[flip.what]?.(), flip.after * 1000);
  }
}
