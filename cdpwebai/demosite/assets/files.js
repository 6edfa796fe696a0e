// The files beside a prompt: the inputs that take them, a chip for each, its upload, and what the page says when it refuses one.
// Stands on dom.js; composer.js holds one of these and puts its nodes into the form.

import { control, h, icon, place, site, words } from "./dom.js";

const keys = site.upload;
const REFUSALS = { too_large: words.tooLarge, type: words.badType, quota: words.uploadQuota };

/** What stands before the extension, with `put` behind it. */
function renamed(name, put) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}${put}${name.slice(dot)}` : name + put;
}

/** The name as a narrow chip shows it. */
function shortened(name) {
  return name.length > 8 ? `${name.slice(0, 6)}…` : name;
}

export class Files {
  /** `on.change()` after every change, `on.refused(words)` when the page says why it does not take a file. */
  constructor(on) {
    this.on = on;
    this.all = [];
    this.node = h("div", { class: "chips" });
    this.inputs = [this.input("upload-photos", "image/*"), this.input("upload-files", null)];
    site.draft_files.forEach((name, number) => this.add({ id: `draft_${number}`, name, busy: false }));
  }

  input(id, accept) {
    const node = h("input", { type: "file", id, accept, multiple: true, class: "sr-only", tabindex: "-1" });
    node.addEventListener("change", () => {
      const chosen = [...node.files];
      node.value = "";
      chosen.forEach((file, place) => {
        const put = [0, place + 1].includes(keys.rename_at) ? keys.rename : "";
        this.take(file, { put, fails: place === chosen.length - 1 ? keys.fail : "" });
      });
    });
    return node;
  }

  get ids() {
    return this.all.filter((file) => !file.busy && !file.failed).map((file) => file.id);
  }

  get isBusy() {
    return this.all.some((file) => file.busy);
  }

  get isEmpty() {
    return !this.all.length;
  }

  clear() {
    this.all = [];
    this.draw();
  }

  add(file) {
    this.all.push(file);
    this.draw();
    return file;
  }

  drop(file) {
    this.all = this.all.filter((other) => other !== file);
    this.draw();
    this.on.change();
  }

  /** Send a file to the server, with a chip that tells how it fares; it takes `seconds` at least. */
  async take(content, { put = keys.rename, fails = "", seconds = keys.seconds } = {}) {
    const file = this.add({ name: renamed(content.name, put), busy: true });
    this.on.change();
    const waited = new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (fails) await waited;
    else [file.id] = await Promise.all([this.upload(file.name, content, ""), waited]);
    file.busy = false;
    file.failed = fails === "red";
    if (REFUSALS[fails]) {
      this.drop(file);
      this.on.refused(REFUSALS[fails]);
      return;
    }
    this.draw();
    this.on.change();
  }

  /** A long insert becomes a file. */
  async paste(text) {
    const file = { name: "Pasted text.txt", busy: false };
    file.id = await this.upload(file.name, text, "pasted&");
    this.add(file);
    this.on.change();
  }

  async upload(name, body, pasted) {
    const answer = await fetch(`/backend-api/files?${pasted}name=${encodeURIComponent(name)}`, { method: "POST", body });
    return (await answer.json()).id;
  }

  draw() {
    this.all.forEach((file, place) => this.drawChip(file, place + 1));
    place(this.node, this.all.map((file) => file.chip));
  }

  drawChip(file, number) {
    const state = `${number} ${file.busy} ${file.failed}`;
    if (file.shown === state) return;
    file.shown = state;
    const name = { name: file.name, short: shortened(file.name), icon: "" }[keys.chip];
    file.chip ??= h("div", { class: "chip group/file-tile" });
    if (name) {
      file.chip.setAttribute("role", "group");
      file.chip.setAttribute("aria-label", name);
    }
    file.chip.classList.toggle("red", Boolean(file.failed));
    place(file.chip, [
      file.busy ? h("div", { class: "uploading", role: "progressbar", "aria-valuemin": "0", "aria-valuemax": "100" }) : null,
      name ? h("span", {}, name) : icon("memory").firstChild,
      file.failed ? this.failure() : null,
      control("remove", { class: "icon-button", "aria-label": this.removal(name, number) }, [icon("close")], () => this.drop(file)),
    ]);
  }

  failure() {
    return control("retry-upload", { class: "upload-error", "aria-label": words.retryUpload }, [words.uploadFailed]);
  }

  removal(name, number) {
    const template = keys.labels === "named" ? words.removeNamed : words.remove;
    return template.replace("{n}", String(number)).replace("{name}", name).replace(/[:：]?\s*$/, "").replace(/ {2,}/, " ");
  }
}
