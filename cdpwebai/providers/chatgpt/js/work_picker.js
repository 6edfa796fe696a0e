// asks: what does Work's picker say: its button, and while it is open its slider, its rows and its box for fast?
// visible when: {label, open, ...} as providers/work.py has it; what the view that is shown does not hold is null
// absent when: label null: the composer has no such picker
// unknown when: an element cannot be read (it throws)
// uses: visible, chat_contract, chat_words, work_choices, work_effort, work_label, work_model, work_trigger, work_menu, work_knob, work_fast, work_row, work_said, work_speed, work_switch
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
  const rows = menu === null ? {} : { model: work_row("model"), effort: work_row("effort"), speed: work_row("speed") };
  const value = (name, known) => (rows[name] ? (known(work_said(name, rows[name])) ?? "") : null);
  const checked = { true: true, false: false }[fast?.getAttribute("aria-checked")] ?? null;
  const isFast = fast !== null && chat_words("work_to_standard").is(fast.getAttribute("aria-label"));
  const text = slider?.getAttribute("aria-valuetext") ?? "";
  const opened = Object.keys(rows).find((name) => work_choices(name) !== null);
  const choices = () => work_choices(opened).map(({ name, chosen }) => ({ name, chosen }));
  return {
    label: trigger === null ? null : work_label(trigger.textContent),
    expanded: trigger?.getAttribute("aria-expanded") === "true",
    open: menu !== null,
    power: number("aria-valuenow"),
    least: number("aria-valuemin"),
    most: number("aria-valuemax"),
    text,
    said: work_label(text.split(/[,，、]/u)[0]),
    model: value("model", work_model),
    effort: value("effort", work_effort),
    speed: value("speed", work_speed),
    fast: checked === isFast ? checked : null,
    fast_text: fast === null ? "" : fast.innerText.replace(/\s+/gu, " ").trim(),
    focused: knob !== null && knob.contains(document.activeElement),
    switches: work_switch() !== null,
    advanced: [rows.model, rows.effort].every((row) => row && visible(row)),
    menu: opened === undefined ? null : { part: opened, choices: choices() },
  };
}
