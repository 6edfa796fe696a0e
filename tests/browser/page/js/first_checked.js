// asks: is the first element of the body switched on?
// visible when: as checked.js says
// absent when: as checked.js says
// unknown when: as checked.js says
// uses: checked
function first_checked() {
  return checked(document.body.firstElementChild);
}
