// asks: which of send, stop and voice stands in the composer's last slot, for a person to see?
// visible when: {send, ready, stop, voice}: how many visible elements each has, and whether the one Send can be pressed
// absent when: never; an empty slot is all zeros, and proves nothing by itself
// unknown when: the page has no composer and no Stop either (no-anchor), or an element cannot be read (it throws)
// uses: chat_controls, chat_box
function chat_slot() {
  const { send, stop, voice } = chat_controls();
  if (chat_box() === null && stop.length === 0) return { v: "unknown", why: "no-anchor", at: "the composer's form" };
  const off = "[disabled], :disabled, [aria-disabled=true], [data-disabled]:not([data-disabled=false]), [inert], [inert] *, [aria-disabled=true] *";
  const ready = send.length === 1 && !send[0].matches(off) && getComputedStyle(send[0]).pointerEvents !== "none";
  return { send: send.length, ready, stop: stop.length, voice: voice.length };
}
