// asks: does a panel beside the chat say that something is being thought about?
// visible when: {activity}: "progress" (under way), "trace" (it tells of a thinking that goes on), "text" (it names thinking)
// absent when: {activity: "none"}: no such panel, or all that it says is how long the thinking took
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_nodes, chat_words, chat_live
function chat_panel() {
  const { selectors } = chat_contract();
  const named = (node) => ["aria-label", "data-testid", "class"].map((name) => node.getAttribute(name) ?? "").join(" ");
  const isOne = (node) => {
    const box = node.getBoundingClientRect();
    if (box.left < innerWidth * 0.35 || box.width < 180 || box.height < 120) return false;
    return (/thinking|reasoning|sidecar/i.test(named(node)) || chat_words("thinking").has(named(node))) && visible(node);
  };
  const panels = chat_nodes(selectors.panel.join(", ")).filter(isOne);
  const isLive = (node) => chat_live(node) && visible(node);
  if (panels.some((panel) => [...panel.querySelectorAll(selectors.progress.join(", "))].some(isLive))) return { activity: "progress" };
  const thought = chat_words("thought");
  const over = new RegExp(`^(?:${chat_words("thinking").pattern} )?${thought.pattern}(?: ${chat_words("edit").pattern})?$`, "u");
  const spoken = (panel) => {
    const text = thought.settled(panel.innerText);
    if (over.test(text)) return "none";
    if (thought.has(text)) return "trace";
    return chat_words("thinking").has(text) ? "text" : "none";
  };
  const found = panels.map(spoken);
  return { activity: ["trace", "text"].find((one) => found.includes(one)) ?? "none" };
}
