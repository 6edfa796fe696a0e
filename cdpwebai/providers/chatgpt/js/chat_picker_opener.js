// asks: which element opens the picker of models?
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_picker_parts
function chat_picker_opener() {
  return chat_picker_parts().opener;
}
