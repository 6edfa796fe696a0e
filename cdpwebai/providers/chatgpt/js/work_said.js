// asks: what does a row of Work's picker say behind its heading: "GPT-5.6 Sol" in "Model GPT-5.6 Sol", on one line or two?
// visible when: never; it gives the words to other readers
// absent when: null: the row has another heading
// unknown when: an element cannot be read (it throws)
// uses: chat_words
function work_said(name, row) {
  const heading = chat_words({ model: "work_model", effort: "work_effort", speed: "work_speed" }[name]);
  const text = heading.settled(row.getAttribute("aria-label") ?? row.innerText);
  return new RegExp(`^${heading.pattern} (.+)$`, "u").exec(text)?.[1] ?? null;
}
