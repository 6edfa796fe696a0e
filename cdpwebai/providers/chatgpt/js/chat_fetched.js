// asks: what does the site answer at one of its own addresses? The bytes are kept here, under `key`, for chat_piece.
// visible when: {status, size, type, disposition, over}: the HTTP status, bytes that were kept, two headers, and whether there are more than `most`
// absent when: nothing is kept: the status is not 200, or there are more bytes than may be
// unknown when: no answer in time, or none that is whole (deadline, malformed)
// uses: kept
async function chat_fetched(key, url, most, milliseconds) {
  const signal = AbortSignal.timeout(milliseconds);
  const store = kept.get("chat_fetched") ?? kept.set("chat_fetched", new Map()).get("chat_fetched");
  try {
    const reply = await fetch(url, { signal, redirect: "error", credentials: "same-origin", cache: "no-store" });
    const told = { status: reply.status, size: 0, type: reply.headers.get("content-type") ?? "", disposition: reply.headers.get("content-disposition") ?? "", over: false };
    if (reply.status !== 200 || reply.body === null) return told;
    const parts = [];
    const reader = reply.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      told.size += part.value.length;
      parts.push(part.value);
      if (told.size <= most) continue;
      await reader.cancel();
      return { ...told, over: true };
    }
    const whole = new Uint8Array(told.size);
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
    store.set(key, whole);
    return told;
  } catch (error) {
    if (signal.aborted) return { v: "unknown", why: "deadline", at: `not whole within ${milliseconds} ms` };
    return { v: "unknown", why: "malformed", at: String(error).slice(0, 200) };
  }
}
