// asks: what does a turn say, and what does it show beside its messages?
// visible when: {role, messages, finished, streaming, failed, branch, branches, choices, continues}
// absent when: no messages: its content is not in the document, or there is none yet
// unknown when: never
// uses: chat_contract, chat_words, chat_text, chat_role
//
// root: the element of the turn. nodes: its messages. Only the light tree of root is looked at. Text is taken from the
// messages, never from what stands around them: "You said:", "Thought for 5s", the bar, an error.
function chat_body(root, nodes, role) {
  const { selectors } = chat_contract();
  const all = (within, row) => [...within.querySelectorAll(selectors[row].join(", "))];
  const outside = (node) => !nodes.some((message) => message !== root && message.contains(node));
  const outermost = (node, _, others) => !others.some((other) => other !== node && other.contains(node));
  const buttons = [...root.querySelectorAll("button")].filter(outside);
  const said = (button) => button.textContent.trim();
  const label = (button) => (button.getAttribute("aria-label") ?? said(button)).trim();
  /** What stands around a button of the turn's own, without what is said by buttons or by a message. */
  const beside = (node) => {
    const isAround = nodes.some((message) => node.contains(message));
    return isAround ? "" : chat_text(node, "button").replace(/\s+/g, " ").trim();
  };
  const last = nodes.at(-1);
  const isBehind = (node) => last === undefined || last === root || (last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  const finished = () => {
    if (all(root, "finished").some(outside)) return true;
    const icons = buttons.filter((button) => isBehind(button) && said(button) === "" && label(button) !== "");
    if (icons.some((button) => ["copy", "finished"].some((name) => chat_words(name).is(label(button))))) return true;
    return icons.some((button) => icons.filter((other) => other.parentNode === button.parentNode).length >= 3);
  };
  const hasEnded = finished();
  const failed = () => {
    const retries = buttons.filter((button) => button.matches(selectors.retry.join(", ")) || chat_words("retry").is(said(button)));
    const alert = all(root, "failure").find((node) => outside(node) && node.querySelector("button") !== null) ?? retries[0]?.parentElement;
    return alert == null ? "" : beside(alert) || label(retries[0] ?? alert);
  };
  const branches = () => {
    const places = buttons.map((button) => /^(\d+)\s*\/\s*(\d+)$/.exec(beside(button.parentElement)));
    const place = places.find((found) => found !== null) ?? [null, 1, 1];
    return { branch: Number(place[1]), branches: Number(place[2]) };
  };
  /** Whether the message is what a label unfolds that says how long was thought: the button right before it. What an
   *  ended turn says last is its answer in any case. */
  const isThought = (message) => {
    if (hasEnded && message === last) return false;
    let at = message;
    while (at !== root && at.previousElementSibling === null) at = at.parentElement;
    const before = at === root ? null : at.previousElementSibling;
    const button = before?.localName === "button" ? before : before?.querySelector("button");
    return button != null && outside(button) && button.ariaExpanded === "true" && chat_words("thought").is(said(button));
  };
  const without = (node) => (node === root && !node.matches("[data-message-author-role]") ? selectors.beside.join(", ") : null);
  const message = (node) => {
    const own = node.dataset.messageAuthorRole ?? role;
    const bodies = own === "user" ? [] : all(node, "body").filter(outermost);
    const asked = own === "user" ? all(node, "asked").filter(outermost) : [];
    return {
      id: node.dataset.messageId ?? root.dataset.messageId ?? "",
      role: own,
      model: node.dataset.messageModelSlug ?? "",
      text: (asked.length > 0 ? asked : [node]).map((one) => chat_text(one, without(one))).join("\n"),
      html: (node.matches(selectors.body.join(", ")) && own !== "user" ? [node] : bodies).map((one) => one.outerHTML).join("\n"),
      reasoning: own !== "user" && (own !== "assistant" || isThought(node)),
    };
  };
  return {
    role,
    messages: nodes.map(message),
    finished: hasEnded,
    streaming: root.matches(selectors.streaming.join(", ")) || all(root, "streaming").length > 0,
    failed: failed(),
    ...branches(),
    choices: Math.max(1, all(root, "choice").filter(outside).length),
    continues: buttons.some((button) => isBehind(button) && chat_words("continue").is(said(button))),
  };
}
