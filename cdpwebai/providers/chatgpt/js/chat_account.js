// asks: whose page is it, by the site's own session?
// visible when: "in" (somebody is logged in) or "guest" (nobody is)
// absent when: never
// unknown when: the session is not told, or not in time (not-supported, deadline)
// uses:
async function chat_account() {
  try {
    const reply = await fetch("/api/auth/session", { signal: AbortSignal.timeout(3000), redirect: "error" });
    if (!reply.ok) return { v: "unknown", why: "not-supported", at: `the session answers HTTP ${reply.status}` };
    return (await reply.json())?.user ? "in" : "guest";
  } catch (error) {
    return { v: "unknown", why: error.name === "TimeoutError" ? "deadline" : "malformed", at: String(error).slice(0, 200) };
  }
}
