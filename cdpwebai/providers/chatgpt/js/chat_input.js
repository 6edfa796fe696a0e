// asks: which element is the composer's file input at this place, if it still takes what it took?
// visible when: never; it gives the one element to an act
// absent when: null: there is none at that place, or it takes something else now
// unknown when: an element cannot be read (it throws)
// uses: chat_input_nodes
function chat_input(place, accept) {
  const node = chat_input_nodes()[place];
  return node !== undefined && node.accept === accept ? node : null;
}
