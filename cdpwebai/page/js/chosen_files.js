// asks: which files does a file input hold?
// visible when: {count: 1, multiple, files: [[name, size], ...]}
// absent when: {count: 0}: the target is not there, or is no file input
// unknown when: it cannot be read (it throws)
// uses: target
function chosen_files(aim) {
  const inputs = target(aim).filter((element) => element instanceof HTMLInputElement && element.type === "file");
  if (inputs.length === 0) return { count: 0, multiple: false, files: [] };
  const files = [...inputs[0].files].map((file) => [file.name, file.size]);
  return { count: inputs.length, multiple: inputs[0].multiple, files };
}
