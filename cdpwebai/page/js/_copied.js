// Run in the page's own world, the one exception to ours: the site's copy button writes to the page's clipboard object,
// so that is where it must be caught. Never the system's clipboard. Awaited while the button is pressed, for so
// many milliseconds before a click and so many after it; what was replaced is put back by the page itself, whatever
// becomes of us.
async function copied(before, after) {
  const clipboard = navigator.clipboard;
  if (!clipboard) return null;
  const names = ["writeText", "write"];
  const own = names.map((name) => Object.getOwnPropertyDescriptor(clipboard, name));
  let caught;
  const text = new Promise((resolve) => (caught = resolve));
  let timer = setTimeout(() => caught(null), before);
  const clicked = () => {
    clearTimeout(timer);
    timer = setTimeout(() => caught(null), after);
  };
  const plain = async (items) => {
    for (const item of items) if (item.types.includes("text/plain")) return (await item.getType("text/plain")).text();
    return null;
  };
  try {
    clipboard.writeText = async (said) => caught(String(said));
    clipboard.write = async (items) => caught(await plain(items));
    addEventListener("click", clicked, { capture: true, once: true });
    return await text;
  } finally {
    clearTimeout(timer);
    removeEventListener("click", clicked, { capture: true });
    names.forEach((name, place) => {
      if (own[place]) Object.defineProperty(clipboard, name, own[place]);
      else delete clipboard[name];
    });
  }
}
