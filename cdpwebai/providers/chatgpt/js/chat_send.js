// asks: which element is the composer's own Send, while the composer still holds what it was seen to hold?
// visible when: never; it gives the one element to an act
// absent when: null: none is visible, there is more than one, or the composer holds something else, or elsewhere
// unknown when: an element cannot be read (it throws)
// uses: chat_controls, chat_composer, chat_chips
//
// written: {url, text, chips}, as one look has told them. A press is aimed by this right before it is made, so that
// what somebody types after that look is not sent along.
function chat_send(written) {
  const { send } = chat_controls();
  if (send.length !== 1 || location.href !== written.url || chat_composer()?.text !== written.text) return null;
  return JSON.stringify(chat_chips()) === JSON.stringify(written.chips) ? send[0] : null;
}
