// asks: which element takes the keys that move Work's power?
// visible when: never; it gives the menu item that is called so or holds the slider, else the slider itself
// absent when: null: the picker is closed, or shows a view without it
// unknown when: an element cannot be read (it throws)
// uses: chat_contract, chat_words, work_menu
function work_knob() {
  const menu = work_menu();
  const slider = menu?.querySelector(chat_contract().selectors.work_slider.join(", ")) ?? null;
  if (slider === null || slider.closest("[hidden]") !== null) return null;
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const called = items.find((item) => chat_words("work_power").is(item.getAttribute("aria-label") ?? ""));
  return slider.closest("[role=menuitem]") ?? called ?? slider;
}
