// asks: does an element that shows progress say that it is not over?
// visible when: true: it has no value yet, one below its end, or one that cannot be read
// absent when: false
// unknown when: never
// uses:
function chat_live(node) {
  const isNative = node.localName === "progress";
  const now = node.getAttribute(isNative ? "value" : "aria-valuenow");
  const end = node.getAttribute(isNative ? "max" : "aria-valuemax") ?? (isNative ? "1" : "100");
  return now === null || now.trim() === "" || !(Number(now) >= Number(end));
}
