// asks: what does the site's own record of a conversation say, behind one message of ours?
// visible when: {found, text, attached, messages}: whether ours is there, its text, its files, and what follows, oldest first
// absent when: never
// unknown when: the record is not served, not in time, or not of the known shape (not-supported, deadline, malformed)
// uses:
//
// The token is fetched, used and forgotten here: it never leaves the page.
async function chat_record(conversation, after, milliseconds) {
  const signal = AbortSignal.timeout(milliseconds);
  const options = { signal, redirect: "error", credentials: "same-origin" };
  const unknown = (why, at) => ({ v: "unknown", why, at });
  const get = async (path, headers) => {
    const reply = await fetch(path, { ...options, headers });
    return reply.ok ? await reply.json() : reply.status;
  };
  const told = (message) => ({
    id: message.id,
    role: message.author.role,
    recipient: message.recipient ?? "all",
    channel: message.channel ?? "",
    kind: message.content.content_type,
    parts: (message.content.parts ?? []).filter((part) => typeof part === "string"),
    images: (message.content.parts ?? [])
      .filter((part) => part?.content_type === "image_asset_pointer")
      .map((part) => ({ pointer: part.asset_pointer ?? "", width: part.width ?? 0, height: part.height ?? 0 })),
    status: message.status ?? "",
    endTurn: message.end_turn ?? null,
    hidden: message.metadata?.is_visually_hidden_from_conversation === true,
    model: message.metadata?.model_slug ?? "",
    references: (message.metadata?.content_references ?? []).map((reference) => ({
      mark: reference.matched_text ?? "",
      links: (reference.items ?? []).filter((item) => item.url).map((item) => ({ title: item.title ?? "", url: item.url })),
    })),
  });
  const said = (message) => (message?.content?.parts ?? []).filter((part) => typeof part === "string").join("\n");
  const files = (message) =>
    (message?.metadata?.attachments ?? []).map((file) => ({ name: file.name ?? "", size: file.size ?? null }));
  try {
    const session = await get("/api/auth/session");
    if (typeof session?.accessToken !== "string") return unknown("not-supported", "the page has no session to read the record with");
    const record = await get(`/backend-api/conversation/${encodeURIComponent(conversation)}`, {
      authorization: `Bearer ${session.accessToken}`,
    });
    if (typeof record === "number") return unknown("not-supported", `the record answers HTTP ${record}`);
    const messages = [];
    for (let node = record.mapping[record.current_node]; node; node = record.mapping[node.parent]) {
      if (node.id === after || node.message?.id === after) {
        return { found: true, text: said(node.message), attached: files(node.message), messages: messages.reverse() };
      }
      if (node.message) messages.push(told(node.message));
    }
    return { found: false, text: "", attached: [], messages: [] };
  } catch (error) {
    if (signal.aborted) return unknown("deadline", `the record did not answer within ${milliseconds} ms`);
    return unknown("malformed", String(error).slice(0, 200));
  }
}
