// The box to write in: a rich editor as ProseMirror makes one, or a plain textarea. Both hold plain text and say when it changes.
// Stands on dom.js; composer.js puts it into the form.

import { h, site, words } from "./dom.js";

const keys = site.composer;
const isWork = () => document.documentElement.dataset.surface === "work";
const label = () => (isWork() ? words.messageWork : words.message);
const invitation = () => (isWork() ? words.askWork : words.ask);

/** What a long insert turns into: itself, a file, nothing. */
function fate(text) {
  if (keys.paste_drop !== null && text.length > keys.paste_drop) return "nothing";
  if (keys.paste_limit !== null && text.length > keys.paste_limit) return "file";
  return "text";
}

/** Runs of spaces as the site draws them: space and no-break space by turns. */
function drawn(text) {
  return keys.nbsp ? text.replace(/ {2,}/g, (run) => run.replace(/ {2}/g, " \u00a0")) : text;
}

function read(text) {
  return keys.nbsp ? text.replaceAll("\u00a0", " ") : text;
}

/** A textarea. `on.change()` after every change, `on.file(text)` for an insert that becomes a file. */
export class PlainBox {
  constructor(on) {
    this.node = h("textarea", {
      id: "prompt-textarea", name: "prompt-textarea", rows: "1", class: "plain-box", "aria-label": label(),
      placeholder: invitation(), "data-virtualkeyboard": "true",
    });
    this.node.addEventListener("beforeinput", (event) => {
      const what = event.data === null ? "text" : fate(event.data);
      if (what !== "text") event.preventDefault();
      if (what === "file") on.file(event.data);
    });
    this.node.addEventListener("input", () => {
      const shown = drawn(read(this.node.value));
      const at = this.node.selectionEnd;
      if (shown !== this.node.value) this.node.value = shown;
      const caret = keys.caret === "start" ? 0 : at;
      this.node.setSelectionRange(caret, caret);
      on.change();
    });
  }

  get text() {
    return read(this.node.value);
  }

  set text(text) {
    this.node.value = drawn(text);
  }

  get beforeCaret() {
    return this.text.slice(0, this.node.selectionEnd);
  }

  rename() {
    this.node.setAttribute("aria-label", label());
    this.node.placeholder = invitation();
  }
}

/** A contenteditable whose text is a model of its own: every edit goes into the model, which is then drawn, a paragraph a line. */
export class RichBox {
  constructor(on) {
    this.on = on;
    this.model = "";
    this.node = h("div", {
      id: "prompt-textarea", class: "ProseMirror", contenteditable: "true", role: "textbox", "aria-multiline": "true",
      "aria-label": label(), "data-virtualkeyboard": "true", translate: "no",
    });
    this.node.addEventListener("beforeinput", (event) => this.edit(event));
    this.node.addEventListener("input", () => this.reread());
    this.node.addEventListener("compositionend", () => this.put(this.model, this.model.length));
    this.draw();
  }

  get text() {
    return this.model;
  }

  set text(text) {
    this.put(text, text.length);
  }

  get beforeCaret() {
    const selection = getSelection();
    const inside = selection.focusNode && this.node.contains(selection.focusNode);
    return inside ? this.model.slice(0, this.offset(selection.focusNode, selection.focusOffset)) : this.model;
  }

  rename() {
    this.node.setAttribute("aria-label", label());
    this.draw();
  }

  edit(event) {
    if (!event.cancelable) return; // a composition: the browser writes, and reread() takes it over
    event.preventDefault();
    const isBreak = event.inputType === "insertParagraph" || event.inputType === "insertLineBreak";
    const typed = isBreak ? "\n" : (event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
    const what = fate(typed);
    if (what === "file") this.on.file(typed);
    const range = event.getTargetRanges()[0];
    if (what !== "text" || !range || (!typed && !event.inputType.startsWith("delete"))) return;
    const start = this.offset(range.startContainer, range.startOffset);
    const end = this.offset(range.endContainer, range.endOffset);
    const text = read(typed);
    const caret = keys.caret === "start" && text ? 0 : start + text.length;
    this.put(this.model.slice(0, start) + text + this.model.slice(end), caret);
    this.on.change();
  }

  /** Take over what was written past us: by a composition, or into the node by a script. */
  reread() {
    const lines = [...this.node.childNodes].map((child) => child.textContent);
    this.model = read(lines.join("\n"));
    this.on.change();
  }

  put(text, caret) {
    this.model = text;
    this.draw();
    const [node, at] = this.position(caret);
    if (document.activeElement === this.node) getSelection().collapse(node, at);
  }

  draw() {
    const lines = this.model.split("\n").map((line) =>
      line ? h("p", {}, drawn(line)) : h("p", {}, h("br", { class: "ProseMirror-trailingBreak" })),
    );
    if (!this.model) {
      lines[0].classList.add("placeholder");
      lines[0].dataset.placeholder = invitation();
    }
    this.node.replaceChildren(...lines);
  }

  /** A place in the document as an index into the text. */
  offset(node, at) {
    if (node === this.node) return this.lengthBefore(at);
    const line = [...this.node.childNodes].findIndex((child) => child === node || child.contains(node));
    const within = node.nodeType === Node.TEXT_NODE ? at : at ? this.node.childNodes[line].textContent.length : 0;
    return this.lengthBefore(line) + within;
  }

  lengthBefore(line) {
    const lines = this.model.split("\n");
    return line >= lines.length ? this.model.length : lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
  }

  /** An index into the text as a place in the document. */
  position(index) {
    const before = this.model.slice(0, index).split("\n");
    const paragraph = this.node.childNodes[before.length - 1];
    const text = paragraph.firstChild;
    return text?.nodeType === Node.TEXT_NODE ? [text, before.at(-1).length] : [paragraph, 0];
  }
}
