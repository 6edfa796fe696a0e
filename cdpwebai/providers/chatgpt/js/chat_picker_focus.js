// does: puts the focus on what takes the arrow keys of the picker's slider
// uses: chat_picker_parts
function chat_picker_focus() {
  chat_picker_parts().knob?.focus();
}
