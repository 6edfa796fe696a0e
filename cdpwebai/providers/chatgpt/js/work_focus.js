// does: gives the focus to what takes the keys that move Work's power
// uses: work_knob
function work_focus() {
  work_knob()?.focus();
}
