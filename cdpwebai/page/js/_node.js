// The element that an act is aimed at, as a handle for a command of the protocol that takes one.
function node(aim) {
  return globalThis.__cdpwebai.node(aim);
}
