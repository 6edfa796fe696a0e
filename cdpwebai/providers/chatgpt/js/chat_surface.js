// asks: which of Chat and Work is chosen, which of them has the conversation at this address, can Work be chosen?
// visible when: {active, conversation, work}, as providers/chat.py has them
// absent when: active "legacy": there are no such radios; conversation "none": the address is no conversation's
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_words
//
// The radios are found by structure, two in one group; names that we do not know make it ambiguous, never legacy.
function chat_surface() {
  const { selectors } = chat_contract();
  const isCalled = (radio, name) => chat_words(name).is(radio.textContent);
  const state = (radio) => {
    const signs = `${radio.getAttribute("aria-checked")} ${radio.getAttribute("data-state")}`;
    return { "true on": true, "false off": false }[signs] ?? null;
  };
  const groups = new Map();
  for (const radio of chat_nodes(selectors.radio.join(", "))) {
    const group = radio.closest("[role=radiogroup]") ?? radio.parentElement;
    groups.set(group, [...(groups.get(group) ?? []), radio]);
  }
  const all = [...groups.values()];
  const known = all.filter((radios) => radios.some((one) => isCalled(one, "chat") || isCalled(one, "work")));
  const pairs = known.length > 0 ? known : all.filter((radios) => radios.length <= 2);
  const active = () => {
    if (pairs.length === 0) return "legacy";
    const shown = pairs.filter((radios) => radios.some(visible)); // a page may hold a second one, for narrow windows
    if (shown.length !== 1 || shown[0].length !== 2) return "ambiguous";
    const chat = shown[0].find((radio) => isCalled(radio, "chat"));
    const work = shown[0].find((radio) => isCalled(radio, "work"));
    if (chat === undefined || work === undefined || chat === work || !visible(chat) || !visible(work)) return "ambiguous";
    const on = { chat: state(chat), work: state(work) };
    if (on.chat === true && on.work === false) return "chat";
    return on.chat === false && on.work === true ? "work" : "ambiguous";
  };
  const offered = () => {
    const shown = pairs.flat().filter(visible);
    if (shown.some((radio) => isCalled(radio, "work"))) return "visible";
    return shown.every((radio) => isCalled(radio, "chat")) ? "absent" : "unknown";
  };
  const conversation = () => {
    const id = /\/c\/([^/?#]+)/.exec(location.pathname)?.[1];
    if (id === undefined) return "none";
    const leads = (link) => link.origin === location.origin && /\/c\/([^/?#]+)/.exec(link.pathname)?.[1] === id;
    const isBeside = (link) => link.closest(selectors.main.join(", ")) === null; // an answer may link to it, too
    const links = chat_nodes(selectors.history.join(", ")).filter((link) => leads(link) && isBeside(link));
    const isBadge = (span) => span.childElementCount === 0 && !span.hasAttribute("dir") && chat_words("work").is(span.textContent);
    const badges = links.flatMap((link) => [...link.querySelectorAll(selectors.badge.join(", "))]);
    if (badges.some(isBadge)) return "work";
    const labels = links.map((link) => link.getAttribute("aria-label")).filter((label) => label !== null);
    if (labels.length === 0) return "unresolved";
    return labels.some((label) => chat_words("work_row").is(label)) ? "unresolved" : "chat";
  };
  return { active: active(), conversation: conversation(), work: offered() };
}
