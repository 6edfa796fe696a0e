// asks: which events came since we began to listen?
// visible when: a list of {type, meets, key}, oldest first, perhaps empty
// absent when: never
// unknown when: nobody listens in this document (it throws)
// uses: kept
function heard() {
  if (!kept.has("heard")) throw new Error("nobody listens in this document");
  return kept.get("heard").events;
}
