// The picker of Work: the power on a slider, fast or not, and in its advanced view model, effort and speed by themselves.
// Keeps what is chosen apart from Chat's, and says so to page.js. Stands on dom.js, and on picker.js for the menus.

import { canFlip, happened } from "./flips.js";
import { control, h, report, setAttributes, site, testId, words } from "./dom.js";
import { Menu } from "./picker.js";

const MODELS = ["GPT-5.6 Sol", "GPT-5.6 Terra", "GPT-5.6 Luna", "GPT-5.5"];
const EFFORTS = ["Light", "Medium", "High", "Extra High", "Max", "Ultra"];
const POWERS = [
  ["GPT-5.6 Terra", "Light"], ["GPT-5.6 Sol", "Light"], ["GPT-5.6 Sol", "Medium"], ["GPT-5.6 Sol", "High"],
  ["GPT-5.6 Sol", "Extra High"], ["GPT-5.6 Sol", "Ultra"],
].map(([model, effort]) => ({ model, effort }));
const keys = site.work;
const effortLabel = (name) => words.workEfforts[EFFORTS.indexOf(name)];
const isFast = () => picked.speed === "fast";

/** What is in force, by English name; page.js sends it along with every prompt in Work. */
export const picked = { power: site.work_power, speed: site.speed, ...POWERS[site.work_power - 1] };

class WorkPicker {
  constructor() {
    this.menu = null;
    this.view = keys.layout === "advanced" ? "advanced" : "simple";
    this.said = this.true;
    this.label = h("span");
    this.opener = control("model-pill", {
      class: "text-button __composer-pill", "aria-haspopup": "menu", "aria-expanded": "false", "data-state": "closed",
    }, [this.label], () => this.toggle());
    this.opener.hidden = site.late > 0;
    if (site.late > 0) setTimeout(() => (this.opener.hidden = false), site.late * 1000);
    addEventListener("keydown", (event) => this.press(event), true);
    addEventListener("pointerdown", (event) => this.menu?.holds(event.target) || this.menu?.close(), true);
    canFlip("power", () => this.choose("power", site.work_power, POWERS[site.work_power - 1]));
    canFlip("speed", () => this.choose("speed", site.speed));
    this.draw();
  }

  /** What pill, texts, Model and Effort speak of: the choice, or as the scenario has it something beside it. */
  get true() {
    const row = POWERS[Math.min(5, Math.max(0, picked.power - 1 + keys.label_off))];
    return keys.label_off ? row : { model: picked.model, effort: picked.effort };
  }

  get compact() {
    return `${this.said.model.replace("GPT-", "")} ${effortLabel(this.said.effort)}`;
  }

  toggle() {
    if (this.menu) return this.menu.close();
    this.menu = new Menu(this.opener, [this.content()], () => {
      this.menu = null;
      happened("close");
    });
    return this.drawViews();
  }

  press(event) {
    if (!this.menu) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.menu.close();
      this.opener.focus();
    }
    const step = { ArrowLeft: -keys.step, ArrowRight: keys.step }[event.key];
    if (step === undefined || !this.knob?.contains(document.activeElement)) return;
    event.preventDefault();
    report("power-key", event);
    const power = Math.min(keys.max, Math.max(1, picked.power + step));
    if (event.isTrusted && power !== picked.power) this.choose("power", power, POWERS[power - 1]);
  }

  choose(what, value, row = {}) {
    if (what === "effort" || what === "model") row = { [what]: value };
    else picked[what] = value;
    Object.assign(picked, row);
    this.draw();
    happened("choose", what);
  }

  draw() {
    const say = () => {
      this.said = this.true;
      this.label.textContent = this.compact;
      if (this.menu) this.drawViews();
    };
    if (this.menu) this.drawViews();
    if (keys.label_lag && this.label.textContent) setTimeout(say, keys.label_lag * 1000);
    else say();
  }

  content() {
    const shell = site.picker !== "slider";
    this.value = h("div", { role: "slider", "aria-label": words.power, "aria-valuemin": "0", "aria-valuemax": "5", "aria-hidden": shell ? "true" : null, tabindex: shell ? null : "0" });
    this.knob = shell
      ? h("div", { role: "menuitem", class: "picker-row", "aria-label": words.power, tabindex: "-1" }, h("span", {}, words.power), this.value)
      : this.value;
    if (shell) this.knob.addEventListener("click", () => this.knob.focus());
    this.text = h("div", { class: "picker-heading" });
    this.fast = h("div", { role: "menuitemcheckbox", class: "picker-row", tabindex: "-1" }, h("span", {}, "Faster"), h("span", { class: "row-note" }, "Consumes usage limits faster"));
    this.fast.addEventListener("click", (event) => {
      report("fast", event);
      if (event.isTrusted) this.choose("speed", isFast() ? "standard" : "fast");
    });
    this.simple = h("div", { "data-testid": testId("composer-model-picker-slider-simple-view") }, this.text, this.knob, this.fast);
    this.rows = {
      model: this.submenu("model", words.model, () => MODELS.map((name) => this.row("model", name, name))),
      effort: this.submenu("effort", words.effort, () => EFFORTS.map((name) => this.row("effort", name, effortLabel(name), name === "Ultra" ? "Consumes usage limits faster" : ""))),
      speed: this.submenu("speed", words.speed, () => ["standard", "fast"].map((name, index) => this.row("speed", name, words.speeds[index], ["Default usage", "1.5x speed, more usage"][index]))),
    };
    this.advanced = h("div", { "data-testid": testId("composer-model-picker-slider-advanced-view") }, ...Object.values(this.rows));
    this.switch = h("div", { role: "menuitem", class: "picker-row", tabindex: "-1" }, h("span", {}, "Advanced"));
    this.switch.addEventListener("click", (event) => {
      report("picker:advanced", event);
      if (!event.isTrusted) return;
      this.view = this.view === "simple" ? "advanced" : "simple";
      this.drawViews();
    });
    this.group = h("div", { role: "group", "data-testid": testId("composer-intelligence-picker-content") });
    return this.group;
  }

  drawViews() {
    const views = { simple: this.simple, advanced: this.advanced };
    if (keys.layout === "both") {
      if (!this.group.firstChild) this.group.append(this.simple, this.switch, this.advanced);
      for (const [name, view] of Object.entries(views)) view.hidden = name !== this.view;
    } else if (this.group.firstChild !== views[this.view]) this.group.replaceChildren(views[this.view], this.switch);
    const at = picked.power - 1;
    const place = words.place.replace("{text}", this.compact).replace("{n}", at + 1).replace("{of}", 6);
    setAttributes(this.value, { "aria-valuenow": at, "aria-valuetext": place });
    this.value.style.width = `${(100 * picked.power) / 6}%`;
    this.text.textContent = place;
    setAttributes(this.fast, { "aria-checked": String(isFast()), "aria-label": isFast() ? words.toStandard : words.toFast });
    setAttributes(this.switch, { "aria-label": this.view === "simple" ? words.moreOptions : words.fewerOptions });
    const told = { model: this.said.model, effort: effortLabel(this.said.effort), speed: words.speeds[isFast() ? 1 : 0] };
    for (const [name, row] of Object.entries(this.rows)) {
      row.lastChild.textContent = told[name];
      setAttributes(row, { "aria-label": `${words[name]} ${told[name]}` });
    }
  }

  submenu(name, label, made) {
    const node = h("div", {
      role: "menuitem", class: "picker-row", tabindex: "-1", "aria-haspopup": "menu", "aria-expanded": "false", "data-has-submenu": "",
    }, h("span", {}, label), h("span", {}));
    node.addEventListener("click", (event) => {
      report(`picker:${name}`, event);
      if (event.isTrusted) this.menu.open(node, made());
    });
    return node;
  }

  row(what, name, label, note = "") {
    const is = picked[what] === name;
    const node = h("div", {
      role: "menuitemradio", class: "picker-row", tabindex: "-1", "aria-checked": String(is), "data-state": is ? "checked" : "unchecked",
    }, h("span", { class: "row-name" }, label), note ? h("span", { class: "row-note" }, note) : null);
    node.addEventListener("click", (event) => {
      report(`work-${what}`, event);
      if (!event.isTrusted) return;
      this.choose(what, name);
      this.menu?.child?.close();
    });
    return node;
  }
}

/** The one picker of Work; null where the page has none. */
export const workPicker = site.picker === "none" ? null : new WorkPicker();
