// Which files the input `this` holds, and whether it stands in the document. Not of the library: it runs on the input
// that the browser named when a chooser opened, which the page need not have put into the document.
function chosen() {
  return { count: 1, multiple: this.multiple, files: [...this.files].map((file) => [file.name, file.size]), connected: this.isConnected };
}
