// Controls that look like others and do nothing: what a client must not take for Send, Stop, a picker or a close button.
// Stands on dom.js; frame.js and composer.js put them where they belong.

import { control, h, icon, site, testId, words } from "./dom.js";

const STOPS = {
  dictation: words.stopDictation,
  voice: words.stopVoice,
  "read-aloud": words.stopReading,
  sidebar: words.stopSharing,
  hidden: words.stop,
};

/** A button that says "stop" and stops nothing; the hidden one even has the right test id. */
export function stopDecoy(kind) {
  const hidden = kind === "hidden" ? { style: "display:none", "data-testid": testId("stop-button") } : {};
  return control(`decoy:${kind}`, { class: "icon-button", "aria-label": STOPS[kind], ...hidden }, [icon("stop")]);
}

/** Buttons of the composer's left side. */
export function composerDecoys() {
  const made = {
    project: () => control("choose-project", { class: "text-button", "aria-haspopup": "menu" }, ["Choose project"]),
    plugins: () => control("plugins", { class: "text-button", "aria-haspopup": "menu" }, ["Plugins"]),
    apps: () => control("app", { class: "text-button", "aria-haspopup": "menu" }, ["Apps"]),
  };
  return Object.keys(made).filter((kind) => site.decoys.includes(kind)).map((kind) => made[kind]());
}

/** What stands elsewhere on the page. */
export function pageDecoys() {
  const made = {
    "search-form": () =>
      form("search", h("input", { type: "search", placeholder: words.searchChats, "aria-label": words.searchChats }),
        control("decoy:search", { type: "submit", class: "text-button" }, [words.searchChats])),
    "answer-now": () => control("answer-now", { class: "text-button" }, [words.answerNow]),
    "alert-close": () =>
      h("div", { class: "notice", role: "alert" }, "Scheduled maintenance on Sunday.",
        control("decoy:alert-close", { class: "round-button composer-submit-btn", "aria-label": "Close" }, [icon("close")])),
    "stray-send": () =>
      form("feedback", h("input", { type: "text", "aria-label": "Feedback" }),
        control("stray-send", { type: "submit", "aria-label": words.send, "data-testid": testId("send-button") }, [icon("send")])),
    "stray-picker": () =>
      h("div", { "data-testid": testId("composer-intelligence-picker-content"), "data-state": "closed", hidden: true },
        control("stray-picker", { role: "menuitem" }, ["Model"])),
  };
  return Object.keys(made).filter((kind) => site.decoys.includes(kind)).map((kind) => made[kind]());
}

function form(name, ...children) {
  const node = h("form", { class: "decoy-form", "aria-label": name }, ...children);
  node.addEventListener("submit", (event) => event.preventDefault());
  return node;
}
