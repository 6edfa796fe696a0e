// asks: what does a node itself say under this name, whatever the page calls its forms and their fields?
// visible when: never; it gives what the name's own accessor gives, undefined where the node has none
// absent when: never
// unknown when: never
// uses:
//
// A form gives its field called parentElement under that name, in our world too, and a document its forms (WHATWG HTML,
// 4.10.3 and 3.1.5): a walk by names would go from the form to the field and back, for ever.
function natively(node, name) {
  if (!(node instanceof HTMLFormElement || node instanceof Document)) return node[name];
  let kind = Object.getPrototypeOf(node);
  while (kind !== null && !Object.hasOwn(kind, name)) kind = Object.getPrototypeOf(kind);
  return kind === null ? undefined : Object.getOwnPropertyDescriptor(kind, name).get.call(node);
}
