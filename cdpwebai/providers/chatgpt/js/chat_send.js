// asks: which element is the composer's own Send?
// visible when: never; it gives the one element to an act
// absent when: null: none is visible, or there is more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_controls
function chat_send() {
  const { send } = chat_controls();
  return send.length === 1 ? send[0] : null;
}
