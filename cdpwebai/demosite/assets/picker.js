// The model picker of Chat, as the page has drawn it over time: "legacy" rows in the header, "flat" rows, the "power" shell
// with its slider and submenus, the "slider" alone. It holds what is chosen, by English name, and says so to page.js.
// Stands on dom.js; composer.js and frame.js put its opener where it belongs. Work has a picker of its own.

import { control, h, icon, report, setAttributes, site, testId, words } from "./dom.js";

const TIERS = ["Instant", "Medium", "High", "Extra High", "Pro"];
const FAMILIES = ["GPT-5.6 Sol", "GPT-5.5", "o3"];
const kind = site.picker;

const EFFORTS = ["Light", "Standard", "Extended", "Heavy"];

/** What is in force: page.js sends it along with every prompt. `effort` is what a gear has set of the row that is chosen. */
export const picked = { tier: kind === "none" ? "" : site.tier, family: kind === "none" ? "" : site.family, effort: "" };

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
const usual = TIERS.map((name, index) => ({ name, label: words.tiers[index], pill: words.tiers[index] }));
const own = site.models.map((row) => (typeof row === "string" ? { label: row } : row));
const rows = own.length && ["flat", "legacy"].includes(kind)
  ? own.map((row) => ({ ...row, name: row.label, pill: row.pill || row.label }))
  : usual;
const families = FAMILIES.map((name) => ({ name, label: name }));
const isOff = (row) => site.disabled.includes(row.name);
const pillText = () => rows.find((row) => row.name === picked.tier)?.pill ?? picked.tier;

let count = 0;

/** A menu in a portal of its own, as the live page opens one; `close` hears that it went. */
export class Menu {
  constructor(opener, children, close) {
    this.opener = opener;
    opener.id ||= `radix-trigger-${++count}`;
    this.node = h("div", {
      id: `radix-menu-${++count}`, role: "menu", class: "picker-menu", "data-state": "open", tabindex: "-1", "aria-labelledby": opener.id,
    }, ...children);
    this.onClose = close;
    this.child = null;
    document.body.append(this.node);
    this.mark(true);
    const box = opener.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.node;
    const isBelow = box.top < height + 8;
    const isSub = opener.closest('[role="menu"]') !== null;
    const left = isSub ? box.right + 4 : box.left;
    const top = isSub ? box.top : isBelow ? box.bottom + 6 : box.top - height - 6;
    this.node.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
    this.node.style.top = `${Math.max(4, Math.min(top, innerHeight - height - 4))}px`;
    this.node.focus();
  }

  mark(isOpen) {
    setAttributes(this.opener, {
      "aria-expanded": String(isOpen), "data-state": isOpen ? "open" : "closed", "aria-controls": isOpen ? this.node.id : null,
    });
  }

  holds(node) {
    return this.node.contains(node) || this.opener.contains(node) || (this.child?.holds(node) ?? false);
  }

  open(opener, children) {
    this.child?.close();
    this.child = new Menu(opener, children, () => (this.child = null));
  }

  close() {
    this.child?.close();
    this.node.remove();
    this.mark(false);
    this.onClose();
  }
}

class Picker {
  constructor() {
    this.menu = null;
    this.knob = null;
    this.told = [];
    this.efforts = {};
    this.refresh = () => {};
    this.resets = site.tier_resets_after;
    const isOld = kind === "legacy";
    this.label = h("span");
    this.opener = control("model-pill", {
      class: isOld ? "text-button switcher" : "text-button __composer-pill", "aria-haspopup": "menu", "aria-expanded": "false", "data-state": "closed",
      "data-testid": isOld ? testId("model-switcher-dropdown-button") : null,
    }, [this.label], () => this.toggle());
    this.opener.hidden = site.late > 0;
    if (site.late > 0) setTimeout(() => (this.opener.hidden = false), site.late * 1000);
    addEventListener("keydown", (event) => this.press(event), true);
    addEventListener("pointerdown", (event) => this.menu?.holds(event.target) || this.menu?.close(), true);
    this.draw();
  }

  toggle() {
    if (this.menu) this.menu.close();
    else this.menu = new Menu(this.opener, DRAWN[kind](this), () => (this.menu = null));
  }

  /** Escape closes all of it; the arrows move the slider, where that has the focus. */
  press(event) {
    if (!this.menu) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.menu.close();
      this.opener.focus();
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && this.knob?.contains(document.activeElement)) {
      event.preventDefault();
      report("power-key", event);
      if (event.isTrusted) this.move(step);
    }
  }

  get stops() {
    return kind === "slider" ? usual.filter((row) => !isOff(row)) : usual;
  }

  move(step) {
    const next = this.stops[this.stops.findIndex((row) => row.name === picked.tier) + step];
    if (next && !isOff(next)) this.choose("tier", next.name);
  }

  choose(what, name) {
    picked[what] = name;
    picked.effort = this.efforts[picked.tier] ?? "";
    if (what === "tier" && this.resets !== null) {
      setTimeout(() => this.choose("tier", site.tier), this.resets * 1000);
      this.resets = null;
    }
    this.draw();
  }

  draw() {
    this.label.textContent = pillText();
    this.refresh();
  }

  /** One row to choose; what it says in its second line is no part of its name. */
  row(what, row, attributes = {}) {
    const off = isOff(row);
    const tip = off ? h("span", { role: "tooltip", id: `tooltip-${++count}`, class: "sr-only" }, `${words.quota}: 2026-12-07`) : null;
    const name = h("span", { class: "row-name" }, row.label);
    const note = row.note ? h("span", { class: "row-note" }, row.note) : null;
    const gear = row.gear ? this.gear(row) : null;
    const node = h("div", {
      role: "menuitemradio", class: "picker-row", tabindex: "-1", "aria-checked": String(picked[what] === row.name), "aria-disabled": off ? "true" : null,
      "aria-describedby": tip?.id, ...attributes,
    }, h("span", { class: "row-text" }, name, note), gear);
    node.addEventListener("click", (event) => {
      report(`${what}:${row.name}`, event);
      if (!event.isTrusted || off) return;
      this.choose(what, row.name);
      this.menu?.close();
    });
    return tip ? [node, tip] : [node];
  }

  /** What opens the efforts of one row; the row itself is not chosen by it. */
  gear(row) {
    const gear = control(`gear:${row.name}`, {
      class: "icon-button", "aria-label": words.effort, "aria-haspopup": "menu", "aria-expanded": "false",
      "data-model-picker-thinking-effort-action": "true",
    }, [icon("more")], () => this.menu.open(gear, EFFORTS.map((name, index) => this.effort(row, name, words.gearEfforts[index]))));
    gear.addEventListener("click", (event) => event.stopPropagation());
    return gear;
  }

  effort(row, name, label) {
    const isChosen = (this.efforts[row.name] ?? "Standard") === name;
    const node = h("div", { role: "menuitemradio", class: "picker-row", tabindex: "-1", "aria-checked": String(isChosen) }, h("span", { class: "row-name" }, label));
    node.addEventListener("click", (event) => {
      report(`effort:${name}`, event);
      if (!event.isTrusted) return;
      this.efforts[row.name] = name;
      this.choose("tier", picked.tier);
      this.menu?.close();
    });
    return node;
  }

  /** A row that opens a menu beside this one. */
  submenu(name, lines, made) {
    const spans = lines.map((line) => h("span", { class: "row-name" }, line));
    const node = h("div", {
      role: "menuitem", class: "picker-row", tabindex: "-1", "aria-haspopup": "menu", "aria-expanded": "false", "data-has-submenu": "",
    }, h("span", { class: "row-text" }, ...spans));
    node.addEventListener("click", (event) => {
      report(`picker:${name}`, event);
      if (event.isTrusted) this.menu.open(node, made());
    });
    return node;
  }

  legacy() {
    const state = (row) => ({
      "data-testid": testId(`model-switcher-${row.id || slug(row.name)}`), "data-state": picked.tier === row.name ? "checked" : "unchecked",
    });
    return rows.flatMap((row) => this.row("tier", row, state(row)));
  }

  flat() {
    const state = (row) => ({ "data-state": picked.tier === row.name ? "checked" : "unchecked" });
    const family = this.submenu("model", [picked.family], () => families.flatMap((row) => this.row("family", row)));
    return [
      h("div", { role: "group", "data-testid": testId("composer-intelligence-picker-content"), "aria-label": "Intelligence" },
        h("div", { class: "picker-heading" }, "Intelligence"), ...rows.flatMap((row) => this.row("tier", row, state(row))), family),
    ];
  }

  slider() {
    const value = h("div", { role: "slider", "aria-hidden": "true", "aria-valuemin": "0" });
    const text = h("div", { class: "picker-heading", "data-testid": testId("composer-model-picker-slider-simple-view") });
    this.knob = h("div", { role: "menuitem", class: "picker-row", "aria-label": words.power, tabindex: "-1" }, h("span", {}, words.power), value);
    this.knob.addEventListener("click", () => this.knob.focus());
    this.refresh = () => {
      const at = this.stops.findIndex((row) => row.name === picked.tier);
      const label = words.place.replace("{text}", this.stops[at]?.label ?? "").replace("{n}", at + 1).replace("{of}", this.stops.length);
      setAttributes(value, { "aria-valuemax": String(this.stops.length - 1), "aria-valuenow": String(at) });
      value.style.width = `${(100 * (at + 1)) / this.stops.length}%`;
      text.textContent = label;
      for (const [node, name] of this.told) node.textContent = name();
    };
    this.refresh();
    return [h("div", { role: "group", "data-testid": testId("composer-intelligence-picker-content") }, text, this.knob)];
  }

  shell() {
    const simple = this.slider();
    const tier = () => usual.find((row) => row.name === picked.tier)?.label ?? "";
    const model = this.submenu("model", [words.model, picked.family], () => families.flatMap((row) => this.row("family", row)));
    const effort = this.submenu("effort", [words.effort, tier()], () => usual.flatMap((row) => this.row("tier", row)));
    this.told = [[effort.querySelector(".row-name:last-child"), tier]];
    const advanced = h("div", {}, model, effort);
    const toggle = control("picker:advanced", { class: "text-button", "aria-label": words.fewerOptions }, [words.moreOptions], () => {
      advanced.hidden = !advanced.hidden;
      setAttributes(toggle, { "aria-label": advanced.hidden ? words.moreOptions : words.fewerOptions });
    });
    return [...simple[0].children, toggle, advanced];
  }
}

const DRAWN = {
  legacy: (made) => made.legacy(), flat: (made) => made.flat(), slider: (made) => made.slider(), power: (made) => made.shell(),
};

/** The one picker of the page; null where there is none. */
export const picker = kind === "none" ? null : new Picker();
