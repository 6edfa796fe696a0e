// asks: would a press reach the target as the page stands now?
// visible when: the target is visible, and nothing else lies over its middle
// absent when: the target is not there, or a person would not see it
// unknown when: something lies over it (occluded), or it has to be scrolled to first (no-anchor)
// uses: hit
function reachable(aim) {
  const there = hit(aim);
  if (there.count === 0 || !there.visible) return { v: "absent" };
  if (!there.inside) return { v: "unknown", why: "no-anchor", at: `${there.name} is outside the viewport` };
  if (there.over !== "") return { v: "unknown", why: "occluded", at: `${there.name} is covered by ${there.over}` };
  return { v: "visible", label: there.name, count: there.count };
}
