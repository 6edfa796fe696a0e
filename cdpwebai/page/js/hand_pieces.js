// does: gives a file input the files whose content was kept in pieces, as a choice of them all, and keeps them no longer
// uses: kept, target
//
// files: [{key, name, type, modified, size}, ...]. Nothing is handed over when one of them is not whole.
function hand_pieces(aim, files) {
  const [input] = target(aim);
  if (!(input instanceof HTMLInputElement) || input.type !== "file") throw new Error("there is no such file input");
  const pieces = kept.get("pieces") ?? new Map();
  const choice = new DataTransfer();
  for (const { key, name, type, modified, size } of files) {
    const file = new File(pieces.get(key) ?? [], name, { type, lastModified: modified });
    if (file.size !== size) throw new Error(`${name} has ${file.size} bytes in the page, not ${size}`);
    choice.items.add(file);
  }
  kept.delete("pieces");
  input.files = choice.files;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
}
