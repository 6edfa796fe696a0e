// does: empties a file input without an event, so that even the file that it held counts as a change
// uses: target
function clear_files(aim) {
  for (const input of target(aim).filter((element) => element.type === "file")) input.value = "";
}
