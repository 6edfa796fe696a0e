// does: scrolls the target into the middle of the viewport, at once
// uses: target
function scroll_to(aim) {
  target(aim)[0]?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}
