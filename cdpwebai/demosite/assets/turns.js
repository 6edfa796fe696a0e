// The conversation: turns, their messages, their action bars. Draws what the server's view says, keyed by turn and message.
// Stands on dom.js; page.js hands it the views.

import { control, fragment, h, icon, morph, place, site, testId, words } from "./dom.js";

const shells = new Map(); // turn key -> { node, parts, view }
const roots = new WeakMap(); // host -> its closed shadow root

/** Draw these turns into `list`. A string stands for a turn that looks as it did. */
export function drawTurns(list, turns) {
  const keys = turns.map((turn) => (typeof turn === "string" ? turn : turn.key));
  for (const key of [...shells.keys()]) if (!keys.includes(key)) forget(key);
  for (const turn of turns) if (typeof turn !== "string") drawTurn(turn);
  place(list, keys.map((key) => shells.get(key).node));
}

/** Replace every turn's nodes by equal ones. */
export function remountTurns(list) {
  const views = [...shells.values()].map((shell) => shell.view);
  views.forEach((view) => forget(view.key));
  list.replaceChildren();
  drawTurns(list, views);
}

function forget(key) {
  clearInterval(shells.get(key)?.ticking);
  shells.delete(key);
}

function drawTurn(turn) {
  const shell = shells.get(turn.key) ?? makeShell(turn);
  shells.set(turn.key, shell);
  shell.view = turn;
  const body = turn.messages.flatMap((message) => drawMessage(shell, turn, message));
  if (!turn.rival) shell.pair = null;
  const answers = turn.rival ? drawPair(shell, turn, body) : body;
  place(shell.body, [memory(shell, turn), ...answers, ...turn.images.map((image) => picture(shell, image)), thinking(shell, turn), task(shell, turn), failure(shell, turn), spinner(shell, turn)]);
  shell.bar = turn.bar ? (shell.bar ?? makeBar(shell, turn)) : null;
  place(shell.node, [shell.heading, shell.body, branches(shell, turn), shell.bar, continues(shell, turn)]);
}

function isWrapperless(turn) {
  return site.turn_markup === "wrapperless" && turn.role === "assistant";
}

function makeShell(turn) {
  const body = h("div", { class: "turn-body" });
  const heading = h(turn.role === "user" ? "h5" : "h6", { class: "sr-only" }, turn.role === "user" ? words.youSaid : words.said);
  const isNamed = !turn.bare && !isWrapperless(turn);
  const named = !turn.bare && {
    "data-turn-id": turn.turnId,
    "data-turn": turn.role,
    "data-scroll-anchor": "false",
  };
  const node = isWrapperless(turn)
    ? h("div", { class: "answer assistant" })
    : h(
        site.turn_markup === "section-turn" ? "section" : "article",
        { class: `turn ${turn.role}`, dir: "auto", "data-testid": testId(`conversation-turn-${turn.number}`), ...named },
      );
  const parts = { messages: new Map(), images: new Map(), bar: null, pair: null, branches: null, continues: null, memory: null, thinking: null, task: null, failure: null, spinner: null };
  return { node, heading: isNamed ? heading : null, body, ...parts };
}

function drawMessage(shell, turn, message) {
  const parts = shell.messages.get(message.id) ?? makeMessage(turn, message);
  shell.messages.set(message.id, parts);
  const isEmpty = !message.html && !message.text && message.placeholder === null;
  if (message.kind === "user") message.html ? morph(parts.text, message.html) : setText(parts.text, message.text);
  else drawAnswer(parts.text, message);
  return [parts.label, isEmpty && (turn.thinking || turn.work || turn.error || message.label) ? null : parts.node];
}

function makeMessage(turn, message) {
  const isUser = message.kind === "user";
  const role = isUser ? "user" : message.kind === "tool" ? "tool" : "assistant";
  const text = isUser ? h("div", { class: "whitespace-pre-wrap" }) : h("div", { class: "markdown prose" });
  const identity = turn.bare || isWrapperless(turn)
    ? { "data-message-content": isWrapperless(turn) }
    : {
        "data-message-author-role": site.turn_markup === "section-turn" ? null : role,
        "data-message-id": message.id,
        "data-message-model-slug": isUser ? null : message.slug,
        dir: "auto",
      };
  const files = isUser ? turn.files.map((name) => h("div", { class: "file-tile" }, name)) : [];
  const bubble = isUser ? h("div", { class: "user-message-bubble-color" }, text) : text;
  const node = h("div", { class: `message ${message.kind}`, ...identity }, ...files, bubble);
  return { node, text, label: message.label ? makeLabel(message) : null };
}

/** The open message and its rival side by side, each with the button that prefers it. `body` ends with the open message. */
function drawPair(shell, turn, body) {
  const [, rival] = drawMessage(shell, turn, turn.rival);
  const column = (side, answer) => h("div", { class: "pair-column" }, answer, prefer(side));
  shell.pair ??= [h("h3", { class: "pair-title" }, words.prefer), h("div", { class: "pair" }, column("left", body.at(-1)), column("right", rival))];
  return [...body.slice(0, -1), ...shell.pair];
}

function prefer(side) {
  return control(`prefer:${side}`, { class: "button quiet", "data-testid": testId("paragen-prefer-response-button") }, [words.preferThis]);
}

/** "Thought for 47s": a button in the shell, above the message it speaks of. */
function makeLabel(message) {
  const name = message.kind === "tool" ? "tool-label" : "thought-label";
  return control(name, { class: "message-label", "aria-expanded": "true" }, [h("span", {}, message.label)]);
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function drawAnswer(node, message) {
  node.classList.toggle("streaming-animation", message.streaming);
  node.classList.toggle("empty", !message.html && message.placeholder === null);
  if (message.placeholder !== null) {
    node.replaceChildren(h("p", {}, h("span", { class: "loading-shimmer" }, message.placeholder)));
  } else if (message.draw === "shadow") {
    if (!roots.has(node)) roots.set(node, node.attachShadow({ mode: "closed" }));
    roots.get(node).replaceChildren(fragment(message.html));
  } else if (message.draw === "css") {
    const text = fragment(message.html).textContent;
    node.replaceChildren(h("div", { class: "drawn", "data-text": text }));
  } else {
    morph(node, message.html);
  }
}

/** A generated image, blurred as long as it is a preview; or the button alone that downloads it. */
function picture(shell, image) {
  const made = () => h("div", { id: `image-${image.key}`, class: "group/imagegen-image" }, image.src === null
    ? control("download", { class: "button quiet behavior-btn" }, [words.downloadImage])
    : h("img", {
        src: image.src,
        alt: image.preview ? "" : words.generated,
        class: image.preview ? "image blur-md" : "image",
        style: image.preview ? "filter: blur(12px)" : null,
        width: Math.min(image.width, 320),
      }));
  if (!shell.images.has(image.key)) shell.images.set(image.key, made());
  return shell.images.get(image.key);
}

/** "Memory updated", above the messages. */
function memory(shell, turn) {
  if (turn.memory === null) return (shell.memory = null);
  shell.memory ??= control("memory", { class: "message-label memory-note" }, [icon("memory"), h("span", {}, turn.memory || words.memory)]);
  return shell.memory;
}

/** "2 / 3", between a button to the branch before and one to the branch behind. */
function branches(shell, turn) {
  if (turn.branch === null) return (shell.branches = null);
  const { n, of } = turn.branch;
  if (shell.branches?.dataset.place === `${n}/${of}`) return shell.branches;
  shell.branches = h("div", { class: "branches", "data-place": `${n}/${of}` },
    action("previous", "previous", words.previous, null, null, { disabled: n === 1 }),
    h("div", { class: "tabular-nums" }, `${n} / ${of}`),
    action("next", "next", words.next, null, null, { disabled: n === of }));
  return shell.branches;
}

/** What adds the rest of an answer that was cut. */
function continues(shell, turn) {
  if (!turn.continues) return (shell.continues = null);
  shell.continues ??= control("continue", { class: "button quiet continue" }, [words.cont]);
  return shell.continues;
}

function thinking(shell, turn) {
  if (!turn.thinking) return (shell.thinking = null);
  shell.thinking ??= h(
    "div",
    { class: "thinking" },
    h("span", { class: "loading-shimmer" }, words.thinking),
    control("answer-now", { class: "text-button" }, [words.answerNow]),
  );
  return shell.thinking;
}

/** What a task of Work says in its turn: that it thinks, or what it asks to be allowed. */
function task(shell, turn) {
  const state = turn.work?.state;
  if (shell.task?.dataset.state === state && state !== undefined) return shell.task;
  const made = {
    thinking: () => [h("span", { class: "loading-shimmer" }, words.thinking)],
    approval: () => [h("p", {}, turn.work.text), control("approve", { class: "button" }, ["Approve"]), control("deny", { class: "button quiet" }, ["Deny"])],
  }[state];
  return (shell.task = made ? h("div", { class: state === "thinking" ? "thinking" : "approval", "data-state": state }, ...made()) : null);
}

function failure(shell, turn) {
  if (!turn.error) return (shell.failure = null);
  shell.failure ??= h(
    "div",
    { class: "failure", role: "alert" },
    h("div", {}, turn.error.text || words.wrong),
    control("retry", { class: "button" }, [words.retry]),
  );
  return shell.failure;
}

/** Something that moves and says nothing. */
function spinner(shell, turn) {
  if (turn.noise === null) {
    clearInterval(shell.ticking);
    return (shell.spinner = shell.ticking = null);
  }
  if (!shell.spinner) {
    let tick = 0;
    shell.spinner = h("div", { class: "spinner", "aria-hidden": "true" }, h("i"));
    shell.ticking = setInterval(() => {
      shell.spinner.dataset.tick = String((tick += 1));
      shell.spinner.replaceChildren(h("i"));
    }, turn.noise * 1000);
  }
  return shell.spinner;
}

function makeBar(shell, turn) {
  const isUser = turn.role === "user";
  const hover = isUser || site.bar === "hover" ? "bar on-hover" : "bar";
  const bar = h("div", { class: hover, role: "group" }, action("copy", "copy", words.copy, "copy-turn-action-button", () => {
    if (shell.view.copy !== null) navigator.clipboard.writeText(shell.view.copy).catch(() => {});
  }));
  if (isUser) {
    bar.append(action("edit", "edit", words.edit));
    return bar;
  }
  bar.append(
    action("good", "good", words.good, "good-response-turn-action-button"),
    action("bad", "bad", words.bad, "bad-response-turn-action-button"),
    action("share", "share", words.share),
    action("switch-model", "model", words.switchModel, null, null, { "aria-haspopup": "menu" }),
    action("more", "more", words.more, null, null, { "aria-haspopup": "menu" }),
  );
  return bar;
}

function action(name, picture, label, id = null, act = null, more = {}) {
  return control(name, { class: "icon-button", "aria-label": label, "data-testid": id && testId(id), ...more }, [icon(picture)], act);
}
