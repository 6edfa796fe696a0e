// Everything around the conversation: sidebar, header with the surface, thinking panel, dialogs, notices.
// Stands on dom.js; page.js puts the parts together.

import { pageDecoys, stopDecoy } from "./decoys.js";
import { control, h, icon, place, report, setAttributes, site, testId, words } from "./dom.js";
import { Menu, picker } from "./picker.js";

const isIn = site.login === "in";

/** The conversations on the left. `add` puts the present one on top once it has an address. */
export class Sidebar {
  constructor() {
    this.list = h("div", { class: "history", id: "history" });
    const make = (name, label, picture, extra) => control(name, { class: "side-button", ...extra }, [icon(picture), h("span", {}, label)]);
    const fresh = h("a", { class: "side-button __menu-item", href: "/", "data-testid": testId("create-new-chat-button") }, icon("chat"), h("span", {}, words.newChat));
    const account = make("profile", "Demo User", "person", { "aria-label": words.profile, "data-testid": testId("accounts-profile-button") });
    const stops = site.stop_decoys.filter((kind) => kind === "sidebar").map(stopDecoy);
    const brand = h("a", { class: "brand", href: "/", "aria-label": "Home" }, h("img", { src: "/assets/icon.svg", alt: "" }), h("span", {}, "Demo chat"));
    this.node = h("nav", { class: "sidebar", "aria-label": "Chat history" }, brand, fresh, make("search", words.searchChats, "search"), this.list, ...stops, isIn ? account : null);
    site.history.forEach((entry, index) => this.list.append(this.entry(entry, index)));
  }

  entry({ id, title, work }, index) {
    const badge = work ? h("span", { class: "flex items-center" }, h("span", { class: "shrink-0 badge" }, words.work)) : null;
    return h(
      "a",
      {
        class: "__menu-item", href: `/c/${id}`, draggable: "true", "data-testid": testId(`history-item-${index}`),
        "aria-label": work ? `${title}, ${words.work.toLowerCase()}` : title, "aria-current": location.pathname === `/c/${id}` ? "page" : null,
      },
      h("span", { class: "truncate", dir: "auto" }, title), badge,
    );
  }

  add(path, title) {
    const id = path.split("/c/")[1];
    const known = [...this.list.children].some((child) => child.getAttribute("href") === `/c/${id}`);
    const isWork = document.documentElement.dataset.surface === "work";
    if (id && !known) this.list.prepend(this.entry({ id, title, work: isWork }, this.list.children.length));
    for (const child of this.list.children) setAttributes(child, { "aria-current": child.getAttribute("href") === `/c/${id}` ? "page" : null });
  }
}

/** The header: Chat and Work as radios, and the way in for guests. `onSurface` hears of a choice. */
export function makeHeader(onSurface) {
  const old = site.picker === "legacy" ? (picker?.opener ?? null) : null;
  const header = h("header", { class: "header" }, old, h("div", { class: "spacer" }), ...radios(onSurface), h("div", { class: "spacer" }), options.opener);
  if (site.login === "guest") {
    header.append(control("login", { class: "button", "data-testid": testId("login-button") }, [words.login]), control("signup", { class: "button quiet" }, [words.signup]));
  }
  return header;
}

/** The options of the conversation that is shown; a chat without an address has none. */
class Options {
  constructor() {
    this.menu = null;
    this.opener = control("options", {
      class: "icon-button", "aria-label": words.options, "aria-haspopup": "menu", "aria-expanded": "false", "data-testid": testId("conversation-menu-trigger"),
    }, [icon("more")], () => (this.menu ? this.menu.close() : this.open()));
    addEventListener("keydown", (event) => this.menu && event.key === "Escape" && this.menu.close(), true);
    addEventListener("pointerdown", (event) => this.menu?.holds(event.target) || this.menu?.close(), true);
    this.refresh();
  }

  refresh() {
    this.opener.hidden = !location.pathname.includes("/c/");
  }

  open() {
    const rows = [this.row("share", words.share), this.row("archive-all", `${words.archive} 2`), this.row("archive", words.archive)];
    this.menu = new Menu(this.opener, rows, () => (this.menu = null));
  }

  row(name, label) {
    const node = h("div", { role: "menuitem", class: "picker-row", tabindex: "-1" }, h("span", { class: "row-name" }, label));
    node.addEventListener("click", (event) => {
      report(name, event);
      this.menu?.close();
      if (event.isTrusted && name === "archive") setTimeout(() => location.assign("/"), 300);
    });
    return node;
  }
}

export const options = new Options();

function radios(onSurface) {
  if (site.surface === "none") return [];
  const state = site.surface;
  const isOn = { chat: state !== "work", work: state === "work" || state === "ambiguous" };
  const make = (name) => {
    const torn = state === "torn" && name === "work";
    return control(`radio:${name}`, {
      role: "radio", class: "radio", "aria-checked": String(isOn[name]), "data-state": isOn[name] !== torn ? "on" : "off",
      "data-radix-collection-item": "", hidden: state === "half" && name === "work",
    }, [words[name]], () => {
      if (state === "chat" || state === "work") onSurface(name);
    });
  };
  return [h("div", { class: "radios", role: "radiogroup", "aria-label": "Composer surface" }, make("chat"), make("work"))];
}

/** Show this surface as the chosen one. */
export function checkRadios(surface) {
  for (const radio of document.querySelectorAll('.radios [role="radio"]')) {
    const isOn = radio.textContent === words[surface];
    setAttributes(radio, { "aria-checked": String(isOn), "data-state": isOn ? "on" : "off" });
  }
}

/** The thinking panel on the right; `progress`: null is endless, left out is none. */
export function drawPanel(holder, panel) {
  if (!panel) return holder.replaceChildren();
  const label = h("div", { class: "panel-title" }, words.thinking);
  const attributes = { role: "progressbar", class: "progress", "aria-valuemin": "0", "aria-valuemax": "1" };
  const value = panel.progress ?? null;
  const fill = h("i", { style: value === null ? null : `width:${value * 100}%` });
  const bar = "progress" in panel ? h("div", { ...attributes, "aria-valuenow": value }, fill) : null;
  const text = h("div", { class: "panel-text" }, panel.text ?? "");
  const node = h("aside", { class: "thinking-panel", "aria-label": words.thinking, "data-testid": testId("thinking-panel") }, label, bar, text);
  return holder.replaceChildren(node);
}

/** The details of a task of Work, beside the chat: its outputs, its sources, and what can be added. */
export function drawTask(holder, task) {
  if (!task) return holder.replaceChildren();
  const made = task.outputs?.length ? task.outputs.map((name) => h("div", { class: "panel-text" }, name)) : [control("create-file", { class: "text-button" }, ["Create file or site"])];
  const node = h("aside", { class: "task-panel", "aria-label": "Task details" },
    h("div", { class: "panel-title" }, "Task details"), h("h3", {}, "Outputs"), ...made,
    h("h3", {}, "Sources"), control("add-sources", { class: "text-button" }, ["Add sources"]));
  return holder.replaceChildren(node);
}

const TITLES = { rate_limit: "tooMany", quota: "quota", network: "network", choose_surface: "choose" };
const TEXTS = { rate_limit: "tooManyText", quota: "quotaText", network: "networkText" };

/** A dialog over the page; any of its buttons closes it. */
export function drawModal(holder, modal, onClose) {
  if (!modal) return holder.replaceChildren();
  const close = (name, label, act) => control(name, { class: "button" }, [label], () => {
    act?.();
    holder.replaceChildren();
  });
  const buttons = modal.kind === "choose_surface"
    ? [close("modal:work", words.startWork, () => onClose("work")), close("modal:chat", words.continueChat, () => onClose("chat"))]
    : [close("modal:got-it", words.gotIt)];
  const text = modal.text || words[TEXTS[modal.kind]] || "";
  const dialog = h("div", { class: "dialog", role: "dialog", "aria-modal": "true", "aria-labelledby": "dialog-title" },
    h("h2", { id: "dialog-title" }, words[TITLES[modal.kind]]), text ? h("p", {}, text) : null, h("div", { class: "buttons" }, ...buttons));
  return holder.replaceChildren(h("div", { class: "backdrop" }, dialog));
}

/** A notice in the corner. */
export function drawToast(holder, text) {
  if (!text) return holder.replaceChildren();
  if (holder.textContent === text) return undefined;
  return holder.replaceChildren(h("div", { class: "toast", role: "alert" }, text));
}

export function toastText(toast) {
  return toast && (toast.text || words[TEXTS[toast.kind]] || words[TITLES[toast.kind]]);
}

/** Decoys that stand in the page's main column. */
export function makeDecoys() {
  const holder = h("div", { class: "decoys" });
  place(holder, [...pageDecoys(), ...site.stop_decoys.filter((kind) => kind === "read-aloud").map(stopDecoy)]);
  return holder;
}
