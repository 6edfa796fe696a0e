// asks: what does Work's picker say: its button, and while it is open its slider, its rows and its box for fast?
// visible when: {label, open, ...} as providers/work.py has it; what the view that is shown does not hold is null
// absent when: label null: the composer has no such picker
// unknown when: an element cannot be read (it throws)
// uses: chat_contract, chat_words, work_effort, work_label, work_trigger, work_menu, work_knob, work_fast, work_switch
//
// The slider counts from 0. Rows are read where they are mounted, whichever view is shown: reading needs no click.
function work_picker() {
  const { selectors } = chat_contract();
  const trigger = work_trigger();
  const menu = work_menu();
  const knob = work_knob();
  const fast = work_fast();
  const slider = knob === null ? null : menu.querySelector(selectors.work_slider.join(", "));
  const number = (name) => {
    const value = slider?.getAttribute(name) ?? "";
    return /^-?\d+$/.test(value) ? Number(value) : null;
  };
  const items = [...(menu?.querySelectorAll("[role=menuitem]") ?? [])];
  /** What a row says behind its heading: "Model GPT-5.6 Sol", in one label or on two lines. */
  const value = (name) => {
    const heading = new RegExp(`^${chat_words(name).pattern} (.+)$`, "u");
    const said = (item) => chat_words(name).settled(item.getAttribute("aria-label") ?? item.innerText);
    return items.map((item) => heading.exec(said(item))?.[1]).find((one) => one !== undefined) ?? null;
  };
  const model = value("work_model");
  const effort = value("work_effort");
  const checked = { true: true, false: false }[fast?.getAttribute("aria-checked")] ?? null;
  const isFast = fast !== null && chat_words("work_to_standard").is(fast.getAttribute("aria-label"));
  const text = slider?.getAttribute("aria-valuetext") ?? "";
  return {
    label: trigger === null ? null : work_label(trigger.textContent),
    expanded: trigger?.getAttribute("aria-expanded") === "true",
    open: menu !== null,
    power: number("aria-valuenow"),
    least: number("aria-valuemin"),
    most: number("aria-valuemax"),
    text,
    said: work_label(text.split(/[,，、]/u)[0]),
    model: model === null ? null : model.replace(/^gpt-/u, "GPT-").replace(/ (\p{L})/gu, (_, letter) => ` ${letter.toUpperCase()}`),
    effort: effort === null ? null : (work_effort(effort) ?? ""),
    fast: checked === isFast ? checked : null,
    focused: knob !== null && knob.contains(document.activeElement),
    switches: work_switch() !== null,
  };
}
