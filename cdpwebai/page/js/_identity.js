// What the browser says of the files that the input `this` holds. Not of the library: the input stands in no document.
function identity() {
  return [...this.files].map((file) => [file.name, file.size, file.lastModified]);
}
