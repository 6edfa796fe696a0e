// The composer's plus menu: tools, and connectors in a menu beside it. A tool that is chosen stands in the composer as a pill.
// Stands on dom.js and picker.js, whose menus it shares; composer.js puts opener and pill into the form.

import { control, h, icon, report, setAttributes, site, testId, words } from "./dom.js";
import { Menu } from "./picker.js";

const TOOLS = [["image", words.image], ["deep-research", site.research_label || words.research], ["web-search", words.search], ["agent-mode", words.agent]];
const CONNECTORS = [["canva", "Canva"], ["github", "GitHub"], ["google-drive", "Google Drive"]];
const LABELS = Object.fromEntries([...TOOLS, ...CONNECTORS]);

/** What is in force: page.js sends it along with every prompt. */
export const chosen = { tool: "" };

class Tools {
  constructor() {
    this.menu = null;
    this.onChange = () => {};
    this.opener = control("plus", {
      id: "composer-plus-btn", class: "icon-button", "aria-label": words.plus, "aria-haspopup": "menu", "aria-expanded": "false", "data-state": "closed",
      "data-testid": testId("composer-plus-btn"),
    }, [icon("plus")], () => this.toggle());
    this.pill = h("span", { class: "tool-pill" });
    addEventListener("keydown", (event) => this.press(event), true);
    addEventListener("pointerdown", (event) => this.menu?.holds(event.target) || this.menu?.close(), true);
  }

  toggle() {
    if (this.menu) this.menu.close();
    else this.menu = new Menu(this.opener, this.rows(), () => (this.menu = null));
  }

  /** Escape closes the menu; where none is open it takes the chosen tool away. */
  press(event) {
    if (event.key !== "Escape") return;
    if (this.menu) {
      event.preventDefault();
      event.stopPropagation();
      this.menu.close();
      this.opener.focus();
    } else {
      this.choose("");
    }
  }

  rows() {
    const files = this.plain("add-files", words.addFiles);
    return [files, ...TOOLS.map(([name, label]) => this.row(name, label)), this.more()];
  }

  plain(name, label) {
    const node = h("div", { role: "menuitem", class: "picker-row", tabindex: "-1" }, h("span", { class: "row-name" }, label));
    node.addEventListener("click", (event) => report(name, event));
    return node;
  }

  row(name, label) {
    const off = site.disabled.includes(label);
    const node = h("div", {
      role: "menuitemradio", class: "picker-row", tabindex: "-1", "aria-checked": String(chosen.tool === name), "aria-disabled": off ? "true" : null,
    }, h("span", { class: "row-name" }, label));
    node.addEventListener("click", (event) => {
      report(`tool:${name}`, event);
      if (!event.isTrusted || off) return;
      this.choose(name);
      for (const row of this.menu?.node.querySelectorAll("[role=menuitemradio]") ?? []) setAttributes(row, { "aria-checked": String(row === node) });
    });
    return node;
  }

  more() {
    const node = h("div", {
      role: "menuitem", class: "picker-row", tabindex: "-1", "aria-haspopup": "menu", "aria-expanded": "false", "data-has-submenu": "",
    }, h("span", { class: "row-name" }, words.moreTools));
    node.addEventListener("click", (event) => {
      report("tool:more", event);
      if (event.isTrusted) this.menu.open(node, CONNECTORS.map(([name, label]) => this.row(name, label)));
    });
    return node;
  }

  choose(name) {
    chosen.tool = name;
    const label = LABELS[name] ?? "";
    const pill = control("remove-tool", {
      class: "text-button __composer-pill", "aria-label": words.removeTool.replace("{tool}", label),
    }, [label], () => this.choose(""));
    this.pill.replaceChildren(...(name ? [pill] : []));
    this.onChange();
  }

  /** Something has happened in the composer: "clear" when it was emptied, "attach" when a file was added. */
  lose(on) {
    if (site.tool_lost_on === on && chosen.tool) this.choose("");
  }
}

/** The one plus menu of the page. */
export const tools = new Tools();
