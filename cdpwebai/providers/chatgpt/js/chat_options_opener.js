// asks: which element opens the options of the conversation that the page shows?
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_options_parts
function chat_options_opener() {
  return chat_options_parts().opener;
}
