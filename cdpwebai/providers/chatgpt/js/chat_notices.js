// asks: what does the page say over the chat, or in its place?
// visible when: a list of {kind, text}: what stands in the page's place first, then dialogs, then messages of a known kind
// absent when: an empty list
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_shells, chat_words, chat_text, chat_box, natively
//
// A human check is the page's own widgets in place of the chat; a script of that name on a healthy page is none. What
// an answer says is inside a turn, and no notice.
function chat_notices() {
  const { selectors } = chat_contract();
  const KINDS = ["rate-limit", "quota", "network"];
  const words = (node) => chat_text(node, "button, style, script").replace(/\s+/g, " ").trim().slice(0, 500);
  const isAway = () => chat_box() === null && chat_shells().length === 0;
  const inPlace = () => {
    if (document.body === null || !isAway()) return [];
    const text = document.body.innerText.replace(/\s+/g, " ").trim();
    const isShort = text.length < 600;
    const widget = [...document.querySelectorAll(selectors.challenge.join(", "))].some(visible);
    if (widget || (isShort && (chat_words("challenge_title").has(document.title) || chat_words("challenge").has(text)))) {
      return [{ kind: "challenge", text: text.slice(0, 500) }];
    }
    if (document.readyState !== "complete") return [];
    const links = [...document.querySelectorAll("a, button")].filter((node) => chat_words("login").is(node.textContent) && visible(node));
    const isLogin = /\/(?:auth|login)(?:\/|$)/.test(location.pathname) || (text.length < 2000 && links.length > 0);
    return isLogin ? [{ kind: "login", text: text.slice(0, 500) }] : [];
  };
  const main = document.querySelector(selectors.main.join(", "));
  /** Whether it stands in something that lies over the whole page, and does not hold the page itself. */
  const covers = (node) => {
    for (let at = node; at !== null && !Node.prototype.contains.call(at, main ?? document.body); at = natively(at, "parentElement")) {
      const box = Element.prototype.getBoundingClientRect.call(at);
      if (getComputedStyle(at).position === "fixed" && box.width >= innerWidth * 0.9 && box.height >= innerHeight * 0.9) return true;
    }
    return false;
  };
  const isModal = (node) => {
    const isPutAside = main !== null && !main.contains(node) && main.closest("[aria-hidden=true], [inert]") !== null;
    return node.ariaModal === "true" || node.matches(":modal") || isPutAside || covers(node);
  };
  const kindOf = (text) => KINDS.find((kind) => chat_words(kind).has(text));
  const dialog = (node) => {
    const buttons = [...node.querySelectorAll("button, a")].map((button) => button.textContent);
    const names = (one, other) => buttons.some((text) => chat_words(one).has(text) && !chat_words(other).has(text));
    const asksSurface = names("chat", "work") && names("work", "chat");
    const asksLogin = buttons.some((text) => chat_words("login").is(text));
    const kind = asksSurface ? "choose-surface" : kindOf(words(node)) ?? (asksLogin ? "login" : "other");
    return { kind, text: words(node) };
  };
  const dialogs = chat_nodes(selectors.dialog.join(", ")).filter((node) => visible(node) && isModal(node));
  const taken = [...selectors.turn, ...selectors.dialog, "form"].join(", ");
  /** What is only read aloud (a title, an answer as it grows) stands in a box of a pixel or so. */
  const isLegible = (node) => {
    const box = node.getBoundingClientRect();
    return box.width >= 40 && box.height >= 10 && visible(node);
  };
  const alerts = chat_nodes(selectors.alert.join(", ")).filter((node) => node.closest(taken) === null && isLegible(node));
  const toasts = alerts.map((node) => ({ kind: kindOf(words(node)), text: words(node) })).filter(({ kind }) => kind !== undefined);
  return [...inPlace(), ...dialogs.map(dialog), ...toasts];
}
