// asks: which document is this, and how far has it loaded?
// visible when: always; url, title and readyState as the page has them
// absent when: never
// unknown when: never by itself
// uses:
function place() {
  return { url: location.href, title: document.title, state: document.readyState };
}
