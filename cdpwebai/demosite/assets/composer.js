// The composer: the box, the files beside it, the trailing slot with exactly one of voice, Send and Stop, and what Enter does.
// Stands on dom.js and box.js; page.js gives it `onSend` and the state of the stop button.

import { PlainBox, RichBox } from "./box.js";
import { composerDecoys, stopDecoy } from "./decoys.js";
import { control, h, icon, place, report, site, testId, words } from "./dom.js";
import { Files } from "./files.js";
import { happened } from "./flips.js";
import { picker } from "./picker.js";
import { tools } from "./tools.js";
import { workPicker } from "./work_picker.js";

const keys = site.composer;
const ROWS = { "/": [words.search, words.image, words.research], "@": ["Calendar", "Notes", "Team"] };

export class Composer {
  constructor(onSend, onRefusal) {
    this.onSend = onSend;
    this.files = new Files({ change: () => this.filesChanged(), refused: onRefusal });
    this.stop = "off";
    this.holder = h("div", { class: "box" });
    this.slot = h("div", { class: "slot" });
    this.menu = h("div", { class: "menu", role: "listbox", hidden: true });
    this.leading = h("div", { class: "leading" });
    this.trailing = h("div", { class: "trailing" });
    this.node = h(
      "form",
      { class: "composer", "data-type": "unified-composer", "data-testid": testId("composer-form") },
      this.menu, ...this.files.inputs, this.files.node, this.holder,
      h("div", { class: "composer-footer", "data-testid": testId("composer-footer-actions") }, this.leading, this.trailing),
    );
    this.node.addEventListener("submit", (event) => event.preventDefault());
    this.furnish();
    this.mount();
    this.box.text = site.draft;
    if (keys.hydrate_on === "load") this.hydrate();
    if (site.draft_returns_after !== null) setTimeout(() => this.bringBack(), site.draft_returns_after * 1000);
    this.refresh();
  }

  furnish() {
    this.left = [tools.opener, tools.pill, ...composerDecoys()];
    this.placePicker();
    const dictate = control("dictate", { class: "icon-button", "aria-label": words.dictate }, [icon("dictate")]);
    const stops = site.stop_decoys.filter((kind) => ["dictation", "voice", "hidden"].includes(kind)).map(stopDecoy);
    const voice = site.decoys.includes("voice") ? this.voice() : null;
    place(this.trailing, [...stops, dictate, voice, this.slot]);
  }

  /** Each surface has a picker of its own here, but for Chat's oldest one, which stands in the header. */
  placePicker() {
    const ofChat = site.picker === "legacy" ? null : (picker?.opener ?? null);
    const isWork = document.documentElement.dataset.surface === "work";
    place(this.leading, [...this.left, isWork ? (workPicker?.opener ?? null) : ofChat]);
  }

  /** Put a fresh, empty box into the form. */
  mount() {
    const on = { change: () => this.changed(), file: (text) => this.files.paste(text) };
    this.box = keys.kind === "textarea" ? new PlainBox(on) : new RichBox(on);
    this.box.node.addEventListener("keydown", (event) => this.press(event));
    if (keys.hydrate_on === "focus") this.box.node.addEventListener("focus", () => this.hydrate());
    const spare = keys.kind === "editor" ? [h("textarea", { name: "prompt-textarea", class: "spare", tabindex: "-1" })] : [];
    this.holder.replaceChildren(...spare, this.box.node);
  }

  /** Once, and after a while, the page's script takes the composer over: what was written before is lost. */
  hydrate() {
    if (keys.hydrate_after === null || this.hydrates) return;
    this.hydrates = true;
    setTimeout(() => {
      this.mount();
      this.refresh();
    }, keys.hydrate_after * 1000);
  }

  /** A draft that was kept elsewhere comes back, before whatever stands there. */
  bringBack() {
    this.box.text = site.draft + this.box.text;
    this.refresh();
  }

  press(event) {
    if (event.key === "Escape") this.menu.hidden = true;
    if (event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    const sends = keys.enter === "sends" || event.ctrlKey || event.metaKey;
    if (!this.menu.hidden && this.menu.firstChild) {
      event.preventDefault();
      report("slash-row", event);
      this.choose(this.menu.firstChild.dataset.row);
    } else if (sends) {
      event.preventDefault();
      if (event.isTrusted) this.send("enter");
    }
  }

  /** The user has changed the text. */
  changed() {
    if (this.box.text.trim()) happened("input");
    else tools.lose("clear");
    this.refresh();
  }

  filesChanged() {
    if (!this.files.isEmpty) tools.lose("attach");
    this.refresh();
  }

  get isEmpty() {
    return !this.box.text.trim() && this.files.isEmpty;
  }

  send(how) {
    if (this.isEmpty || this.stop === "on" || this.isHeldBack) return;
    if (keys.hydrate_on === "send") this.hydrate();
    this.onSend({ text: this.box.text, how, uploads: this.files.ids });
  }

  /** While a file is on its way, where the site keeps Send back for it. */
  get isHeldBack() {
    return site.upload.send_disabled && this.files.isBusy;
  }

  clear() {
    this.box.text = "";
    tools.choose("");
    this.files.clear();
    this.refresh();
  }

  setStop(state) {
    if (state === this.stop) return;
    this.stop = state;
    this.refresh();
  }

  /** Labels that depend on the surface. */
  rename() {
    this.box.rename();
    this.placePicker();
    this.showing = "";
    this.refresh();
  }

  refresh() {
    this.drawMenu();
    const shown = this.stop === "on" ? "stop" : this.isEmpty ? "voice" : "send";
    const state = `${shown} ${this.stop} ${this.isHeldBack}`;
    if (state === this.showing) return;
    this.showing = state;
    const hidden = this.stop === "hidden" ? this.stopButton({ style: "visibility:hidden" }) : null;
    this.slot.replaceChildren(...[this[`${shown}Button`]?.() ?? this.voice(), hidden].filter(Boolean));
  }

  voice() {
    const label = words.voice;
    return control("voice", {
      class: "round-button", "aria-label": label, "data-testid": testId("composer-speech-button"),
    }, [icon("voice")]);
  }

  sendButton() {
    return control("send", {
      ...this.main("send-button"), type: "submit", "aria-label": site.labels ? words.send : null,
      disabled: keys.send === "disabled" || this.isHeldBack,
    }, [icon("send")], () => keys.send === "ok" && this.send("click"));
  }

  stopButton(attributes = {}) {
    const isWork = document.documentElement.dataset.surface === "work";
    const label = site.stop_label || (isWork ? words.stopWork : words.stop);
    return control("stop", {
      ...this.main("stop-button"), "aria-label": site.labels ? label : null, ...attributes,
    }, [icon("stop")]);
  }

  /** Send and Stop share an id and a class on the live page; only test id and label part them. */
  main(id) {
    return { id: site.test_ids ? "composer-submit-button" : null, class: "round-button composer-submit-btn", "data-testid": testId(id) };
  }

  /** The menu that a word with "/" or "@" at the caret opens; Enter then chooses from it. */
  drawMenu() {
    const word = /(?:^|\n)(\/)\w*$|(?:^|\s)(@)\w*$/.exec(this.box.beforeCaret);
    const rows = word ? ROWS[word[1] ?? word[2]] : [];
    this.menu.hidden = !rows.length;
    this.menu.replaceChildren(
      ...rows.map((row) => control("slash-row", { role: "option", "data-row": row }, [row], () => this.choose(row))),
    );
  }

  choose(row) {
    const before = this.box.beforeCaret;
    const kept = before.replace(/[/@]\w*$/, "");
    this.box.text = `${kept}${row} ${this.box.text.slice(before.length)}`;
    this.refresh();
  }
}
