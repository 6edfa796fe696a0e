"""Typed commands and events, one module a domain of the protocol.

Hand-written on ``cdp.command``: what the library itself uses, and what those who speak to a tab's ``cdp`` reach for
first; each is tried in a real browser. Any other command goes through ``session.call("Domain.method", ...)``. Nothing
here does I/O. Modules are imported by name, ``from cdpwebai.cdp.domains import page``: none is loaded before it is
needed, and none loads another but for a shared type.

Names, types and which members are optional are those that Chromium 156 serves at ``/json/protocol``;
``tests/browser/test_protocol.py`` holds them to it, whatever browser the tests run in. Members that nobody here reads
are left out, for each one named is one more that a newer browser could change.
"""

__all__: list[str] = []
