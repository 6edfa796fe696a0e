// asks: which element opens the menu of tools?
// visible when: never; it gives the one element to an act
// absent when: null: there is none, or more than one
// unknown when: an element cannot be read (it throws)
// uses: chat_tools_parts
function chat_tools_opener() {
  return chat_tools_parts().opener;
}
