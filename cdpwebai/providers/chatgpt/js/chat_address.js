// asks: where are the bytes of what an answer brings, by one of the site's own addresses that tell it?
// visible when: {status, url, retry}: the HTTP status, the address or "", and whether it is to be asked for again
// absent when: url is "": the site knows no such file of this message
// unknown when: the page has no session (not-supported), no answer in time or at all (deadline, malformed)
// uses:
//
// The token is fetched, used and forgotten here: it never leaves the page.
async function chat_address(path, milliseconds) {
  const signal = AbortSignal.timeout(milliseconds);
  const options = { signal, redirect: "error", credentials: "same-origin", cache: "no-store" };
  try {
    const session = await (await fetch("/api/auth/session", options)).json();
    if (typeof session?.accessToken !== "string") return { v: "unknown", why: "not-supported", at: "the page has no session to ask with" };
    const reply = await fetch(path, { ...options, headers: { authorization: `Bearer ${session.accessToken}` } });
    if (!reply.ok) return { status: reply.status, url: "", retry: false };
    const told = await reply.json();
    const url = typeof told?.download_url === "string" ? told.download_url : "";
    return { status: reply.status, url: url === "" ? "" : new URL(url, location.href).href, retry: told?.status === "retry" };
  } catch (error) {
    if (signal.aborted) return { v: "unknown", why: "deadline", at: `no answer within ${milliseconds} ms` };
    return { v: "unknown", why: "malformed", at: String(error).slice(0, 200) };
  }
}
