// asks: which element is the control that stops the answer?
// visible when: never; it gives the one element to an act
// absent when: null: none is visible, or there is more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_controls
function chat_stop() {
  const { stop } = chat_controls();
  return stop.length === 1 ? stop[0] : null;
}
