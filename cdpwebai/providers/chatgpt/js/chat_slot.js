// asks: which of send, stop and voice stands in the composer's last slot, for a person to see?
// visible when: {send, stop, voice}: how many visible nodes each has, and whether the visible Send can be pressed
// absent when: never; an empty slot is all zeros, and proves nothing by itself
// unknown when: the place to look in is not there (no-anchor), or a node cannot be read (it throws)
// uses: visible
function chat_slot(send, stop, voice, anchor) {
  if (document.querySelector(anchor) === null) return { v: "unknown", why: "no-anchor", at: anchor };
  const seen = (selectors) => [...new Set(selectors.flatMap((selector) => [...document.querySelectorAll(selector)]))].filter(visible);
  const sends = seen(send);
  const ready = sends.some((node) => !node.disabled && node.getAttribute("aria-disabled") !== "true");
  return { send: sends.length, ready, stop: seen(stop).length, voice: seen(voice).length };
}
