// asks: is this control switched on?
// visible when: every sign that it carries says on: checked, aria-checked, aria-selected, aria-pressed, data-state
// absent when: every sign that it carries says off
// unknown when: it carries no sign (not-supported), or two signs contradict each other (conflict)
// uses:
function checked(element) {
  const words = new Map();
  for (const word of ["true", "on", "checked", "active"]) words.set(word, true);
  for (const word of ["false", "off", "unchecked", "inactive"]) words.set(word, false);
  const names = ["aria-checked", "aria-selected", "aria-pressed", "data-state"];
  const signs = names.map((name) => words.get(element.getAttribute(name)));
  if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element.type)) signs.push(element.checked);
  const told = new Set(signs.filter((sign) => sign !== undefined));
  if (told.size === 0) return { v: "unknown", why: "not-supported", at: "no sign of on or off" };
  if (told.size === 2) return { v: "unknown", why: "conflict", at: "its signs contradict each other" };
  return { v: told.has(true) ? "visible" : "absent" };
}
