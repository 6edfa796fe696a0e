"""A local chat site with ChatGPT's DOM contract, played from scenario files.

What the demo talks to, and the test bed: it shows what a scenario says, when it says so, and its log tells what reached
it. Not a chat: it answers nothing but what is written. The library does not import it, except lazily from ``api``;
the command line and tests do.

``loading`` reads files into ``scenario`` and ``steps``; ``timeline`` plays them on a ``stage``; ``view``, ``record``
and ``markdown`` say what that looks like; ``site`` holds the conversations and the log; ``app``, ``http``, ``own_host``
and ``server`` serve them; ``assets`` draw the page.
"""

from __future__ import annotations

from cdpwebai.demosite.loading import builtin_names, load_builtin, load_scenario
from cdpwebai.demosite.log import Log, Send, Upload
from cdpwebai.demosite.own_host import OwnHost, browser_arguments, make_own_host
from cdpwebai.demosite.scenario import Scenario
from cdpwebai.demosite.server import serve
from cdpwebai.demosite.site import Site
from cdpwebai.demosite.timeline import end_of

__all__ = [
    "Log", "OwnHost", "Scenario", "Send", "Site", "Upload", "browser_arguments", "builtin_names", "end_of",
    "load_builtin", "load_scenario", "make_own_host", "serve",
]  # fmt: skip
