// asks: would a person see this element, if it were scrolled to and nothing lay over it?
// visible when: true: its box is larger than nothing and it is shown
// absent when: false
// unknown when: its box or a style cannot be read (it throws)
// uses: shown
function visible(element) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && shown(element);
}
