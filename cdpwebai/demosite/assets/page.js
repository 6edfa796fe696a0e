// The page as a whole: draws the first view, follows the server while an answer is being played, and does what it is told to do once.
// Stands on all the others.

import { Composer } from "./composer.js";
import { boot, h, page, post, site, words } from "./dom.js";
import { Sidebar, checkRadios, drawModal, drawPanel, drawTask, drawToast, makeDecoys, makeHeader, options, toastText } from "./frame.js";
import { canFlip, happened } from "./flips.js";
import { picked } from "./picker.js";
import { chosen } from "./tools.js";
import { drawTurns, remountTurns } from "./turns.js";
import { picked as pickedInWork } from "./work_picker.js";

document.documentElement.dataset.surface = site.surface === "work" ? "work" : "chat";

const sidebar = new Sidebar();
const list = h("div", { class: "turns" });
const greeting = h("h1", { class: "greeting" }, "Demo chat");
const scroller = h("div", { class: "scroller", "data-scroll-root": "" }, list);
const atLoad = document.documentElement.dataset.surface;
const holders = { panel: h("div"), task: h("div"), modal: h("div"), toast: h("div", { class: "toasts" }) };
const composer = new Composer(send, (text) => drawToast(holders.toast, text));
const main = h("main", { id: "main" }, makeHeader(chooseSurface), scroller, greeting, h("div", { class: "dock" }, makeDecoys(), composer.node));
let effectsDone = boot.view.effects;
let shownModal = null;
let source = null;

function chooseSurface(surface) {
  site.surface = surface;
  document.documentElement.dataset.surface = surface;
  checkRadios(surface);
  composer.rename();
  happened("choose", "surface");
}

canFlip("surface", () => chooseSurface(atLoad));

function show(view) {
  const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 120;
  drawTurns(list, view.turns);
  document.body.classList.toggle("fresh", !view.turns.length);
  composer.setStop(view.stop);
  drawPanel(holders.panel, view.panel);
  drawTask(holders.task, view.work);
  if (JSON.stringify(view.modal) !== shownModal) drawModal(holders.modal, view.modal, chooseSurface);
  shownModal = JSON.stringify(view.modal);
  drawToast(holders.toast, toastText(view.toast));
  if (view.title) document.title = view.title;
  if (atEnd) toEnd();
}

/** Twice: turns that were never seen get their true height only when they are drawn. */
function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  requestAnimationFrame(() => (scroller.scrollTop = scroller.scrollHeight));
}

const ONCE = {
  user_turn: () => composer.clear(),
  url: (step, view) => {
    history.pushState({}, "", step.to);
    sidebar.add(step.to, view.title);
    options.refresh();
  },
  remount: () => remountTurns(list),
  freeze: (step) => {
    const end = performance.now() + step.seconds * 1000;
    while (performance.now() < end);
  },
  reload: () => location.reload(),
  navigate: (step) => location.assign(step.to),
  dialog: (step) => setTimeout(() => askUser(step), 0),
};

function askUser(step) {
  if (step.kind === "beforeunload") {
    addEventListener("beforeunload", (event) => event.preventDefault());
    location.reload();
  } else {
    window[step.kind](step.text ?? "");
  }
}

/** Follow the conversation until all of it was played. */
function follow() {
  source?.close();
  source = new EventSource(`/__events?chat=${encodeURIComponent(page.chat)}&since=${effectsDone}`);
  source.onmessage = (event) => {
    const view = JSON.parse(event.data);
    if (view.gate) {
      location.reload();
      return;
    }
    show(view);
    effectsDone = view.effects;
    if (!view.live) source.close();
    for (const step of view.todo) ONCE[step.do]?.(step, view);
  };
}

async function send({ text, how, uploads }) {
  const surface = site.surface;
  await post("/backend-api/conversation", { chat: page.chat, text, how, uploads, surface, ...chosen, ...(surface === "work" ? pickedInWork : picked), path: location.pathname, home: boot.home });
  follow();
}

document.body.append(sidebar.node, main, h("div", { class: "beside" }, holders.panel, holders.task), holders.toast, holders.modal);
show(boot.view);
toEnd();
sidebar.add(location.pathname, boot.view.title);
if (site.gate === "rate_limit") drawModal(holders.modal, { kind: "rate_limit" });
if (boot.missing) {
  drawToast(holders.toast, words.missing);
  history.replaceState({}, "", "/");
  options.refresh();
}
if (boot.view.live) follow();
