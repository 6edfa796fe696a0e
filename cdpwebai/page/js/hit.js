// asks: where would a press have to land to reach the target, and what lies there now?
// visible when: count 1, visible, enabled, inside the viewport, and over "" (nothing else lies over its middle)
// absent when: count 0
// unknown when: the target cannot be read (it throws)
// uses: target, visible, natively
function hit(aim) {
  const found = target(aim);
  const element = found[0];
  if (element === undefined) return { count: 0 };
  const box = element.getBoundingClientRect();
  const clip = (low, high, limit) => (Math.max(low, 0) + Math.min(high, limit)) / 2;
  const point = [clip(box.left, box.right, innerWidth), clip(box.top, box.bottom, innerHeight)];
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  const deepest = (root) => {
    const top = root.elementFromPoint(...point);
    const shadow = top === null ? null : natively(top, "shadowRoot");
    return shadow && top !== root.host ? (deepest(shadow) ?? top) : top;
  };
  const outer = (node) => natively(node, "parentNode") ?? natively(node, "host") ?? null;
  const holds = (node) => node !== null && (node === element || holds(outer(node)));
  const over = inside ? deepest(document) : null;
  const called = (node) => {
    const words = [...(node.id ? [`#${node.id}`] : []), ...node.classList].join(".");
    return `<${node.localName}${words ? ` ${words}` : ""}>`.slice(0, 80);
  };
  return {
    count: found.length,
    name: called(element),
    box: [box.x, box.y, box.width, box.height],
    point,
    inside,
    visible: visible(element),
    enabled: element.disabled !== true && element.closest("[aria-disabled=true], [inert], fieldset:disabled") === null,
    over: over === null || holds(over) ? "" : called(over),
  };
}
