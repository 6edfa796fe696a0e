// Which files the input `this` holds, and whether it stands in the document. Not of the library: it runs on the input
// that the browser named when a chooser opened, which the page need not have put into the document.
function chosen() {
  const files = [...this.files].map((file) => [file.name, file.size]);
  return { count: 1, multiple: this.multiple, files, connected: this.isConnected };
}
