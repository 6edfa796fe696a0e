"""The provider on its own host: the demo site under the live one's name, and what is refused for another's."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

COMMANDS = "commands: the whole provider runs against the demo site as its own host"
HOSTS = "preflight, the right host; conversation addresses: https, the exact host, no port, no user"

ENTRIES = {
    "own-host.served": Entry("The demo site is a host over https, with a certificate made at start.", COMMANDS),
    "own-host.key": Entry(
        "A browser is told one key and one port a name; the errors of every other certificate stay errors.", COMMANDS
    ),
    "own-host.scenarios": Entry("Scenarios played on the provider's hosts come out as those of the demo do.", COMMANDS),
    "own-host.commands": Entry(
        "status, login, query, send, poll and sessions work by the vendor's name, in a browser started for it.",
        COMMANDS,
    ),
    "own-host.one-browser": Entry(
        "Of many commands that want the shared browser at once one starts it, and all use it.",
        "commands: a persistent browser, started when needed",
    ),
    "own-host.no-display": Entry(
        "Where the shared browser cannot have a window, the error names the ways out.", "commands: a headed browser"
    ),
    "own-host.login": Entry(
        "A login is waited for within a limit, at home alone; what stands in its way is told and never touched.",
        "commands: logged in to once by the user",
    ),
    "own-host.scheme": Entry("The provider without https is not the provider.", HOSTS),
    "own-host.port": Entry("Another port of its host is another site.", HOSTS),
    "own-host.look-alike": Entry("A host that looks like the provider's is a foreign one.", HOSTS),
}
