// does: keeps one more piece of a file's content, base64 of at most some MiB, for hand_pieces; number 0 begins the file anew
// uses: kept
function keep_piece(file, number, data) {
  if (!kept.has("pieces")) kept.set("pieces", new Map());
  const files = kept.get("pieces");
  if (number === 0) files.set(file, []);
  const pieces = files.get(file);
  if (pieces === undefined || pieces.length !== number) throw new Error(`piece ${number} of ${file} comes out of order`);
  const text = atob(data);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  pieces.push(new Blob([bytes]));
}
