// Making nodes, patching them, and telling the server what was clicked.
// Knows nothing of chats; every other script of the page stands on it.

/** What the server put into the document: site keys, labels, the first view. `chat` is the conversation's key. */
export const boot = JSON.parse(document.getElementById("boot").textContent);
export const site = boot.site;
export const words = boot.labels;
export const page = { chat: boot.view.chat };

const policy = window.trustedTypes
  ? window.trustedTypes.createPolicy("demosite", { createHTML: (html) => html })
  : { createHTML: (html) => html };

const PATHS = {
  send: "M12 19V6M6.5 11 12 5.5 17.5 11",
  stop: "M8 8h8v8H8z",
  voice: "M5 10v4M9 7v10M13 4v16M17 8v8M21 10.5v3",
  dictate: "M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3",
  plus: "M12 5.5v13M5.5 12h13",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  good: "M7 11v8H4v-8zM7 12l4-7.5c1.5 0 2.3 1 2 2.500L12.5 10H18c1.2 0 2 1 1.7 2.200l-1.3 5.300c-.3 1-1 1.5-2 1.500H7",
  bad: "M17 13V5h3v8zM17 12l-4 7.500c-1.5 0-2.3-1-2-2.500l.5-3H6c-1.2 0-2-1-1.7-2.200l1.3-5.300c.3-1 1-1.5 2-1.500H17",
  share: "M12 15V4.500M8 8l4-4 4 4M5 13v6h14v-6",
  model: "M5 12a7 7 0 0 1 12-4.900L19 9M19 5v4h-4M19 12a7 7 0 0 1-12 4.900L5 15M5 19v-4h4",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  edit: "M5 19l1-4L15.5 5.500l3 3L9 18zM13.5 7.500l3 3",
  previous: "M14.5 7 9.500 12l5 5",
  next: "M9.500 7l5 5-5 5",
  close: "M7 7l10 10M17 7 7 17",
  chat: "M5 19l1-4L15.5 5.500l3 3L9 18zM13.5 7.500l3 3",
  search: "M10.5 5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM15 15l4 4",
  person: "M12 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.5-4 3-5.5 7-5.500s6.5 1.5 7 5.5",
  memory: "M7 5h8l3 3v11H7zM10 11h5M10 15h5",
  spark: "M12 4v4M12 16v4M4 12h4M16 12h4M6.5 6.500l2.5 2.500M15 15l2.5 2.500M17.5 6.5 15 9M9 15l-2.5 2.5",
};

/** A test id, or null where the site has none. */
export function testId(name) {
  return site.test_ids ? name : null;
}

/** An element; attributes that are null, undefined or false are left out. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Give a node these attributes; null, undefined and false take one away. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
  }
}

/** The nodes of a piece of markup. */
export function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  if (!site.test_ids) {
    for (const node of template.content.querySelectorAll("[data-testid]")) node.removeAttribute("data-testid");
  }
  return template.content;
}

export function icon(name) {
  return fragment(`<svg class="icon ${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`);
}

/** Make `parent` hold exactly `nodes`, in order, moving no node that is already in place. */
export function place(parent, nodes) {
  const wanted = nodes.filter((node) => node !== null);
  for (const child of [...parent.childNodes]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((node, index) => {
    if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] ?? null);
  });
}

/** Make `parent` hold this markup; nodes that stay alike stay the same nodes, as a framework would leave them. */
export function morph(parent, html) {
  patchChildren(parent, fragment(html));
}

function patchChildren(parent, source) {
  const wanted = [...source.childNodes];
  while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
  wanted.forEach((node, index) => {
    const present = parent.childNodes[index];
    if (!present) parent.append(node);
    else if (!patchNode(present, node)) present.replaceWith(node);
  });
}

function patchNode(present, wanted) {
  if (present.nodeName !== wanted.nodeName) return false;
  if (present.nodeType === Node.TEXT_NODE) {
    if (present.data !== wanted.data) present.data = wanted.data;
    return true;
  }
  for (const name of present.getAttributeNames()) if (!wanted.hasAttribute(name)) present.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) setAttributes(present, { [name]: wanted.getAttribute(name) });
  patchChildren(present, wanted);
  return true;
}

/** Send JSON to the server. */
export function post(path, body) {
  return fetch(path, { method: "POST", body: JSON.stringify(body), keepalive: JSON.stringify(body).length < 60000 });
}

const reports = new Set();

/** Tell the server that a control was used, by a trusted event or by one that a script made up. */
export function report(name, event) {
  const told = post("/__click", { name, chat: page.chat, trusted: event.isTrusted }).finally(() => reports.delete(told));
  reports.add(told);
}

/** For who compares the server's log with what was done: it comes to an end when the server has heard of all of it. */
globalThis.reported = () => Promise.allSettled(reports).then(() => null);

/** A button. Its clicks are counted by the server under `name`; it acts only on those that a person could have made. */
export function control(name, attributes, children, act = null) {
  const node = h("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", (event) => {
    report(name, event);
    if (event.isTrusted && act) act(event);
  });
  return node;
}
