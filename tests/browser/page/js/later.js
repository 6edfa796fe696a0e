// asks: what does a promise say that settles after some milliseconds?
// visible when: "late"
// absent when: never
// unknown when: it is told to fail (it throws)
// uses:
async function later(milliseconds, fails) {
  await new Promise((settle) => setTimeout(settle, milliseconds));
  if (fails) throw new Error("late and bad");
  return "late";
}
