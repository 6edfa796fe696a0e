// Run in the page's own world, the one exception to ours: the site's copy button writes to the page's clipboard object,
// so that is where it must be caught. Never the system's clipboard. Awaited while the button is pressed; what was
// replaced is put back by the page itself, whatever becomes of us.
async function copied(milliseconds) {
  const clipboard = navigator.clipboard;
  if (!clipboard) return null;
  const names = ["writeText", "write"];
  const own = names.map((name) => Object.getOwnPropertyDescriptor(clipboard, name));
  let caught;
  const text = new Promise((resolve) => (caught = resolve));
  const plain = async (items) => {
    for (const item of items) if (item.types.includes("text/plain")) return (await item.getType("text/plain")).text();
    return null;
  };
  try {
    clipboard.writeText = async (said) => caught(String(said));
    clipboard.write = async (items) => caught(await plain(items));
    return await Promise.race([text, new Promise((resolve) => setTimeout(resolve, milliseconds, null))]);
  } finally {
    names.forEach((name, place) => {
      if (own[place]) Object.defineProperty(clipboard, name, own[place]);
      else delete clipboard[name];
    });
  }
}
