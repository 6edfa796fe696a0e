"""Sessions and who works on them, kept in one SQLite file in the user's home folder.

Row 6. It knows no flow, and no flow imports it: flows write through the Protocol in ``flows.session_store``. One module
a question: ``states`` (what may a session become), ``choice`` (which one is meant), ``ids`` and ``ages`` are pure;
``sessions``, ``leases`` and ``owners`` work inside a transaction of ``database``; ``worker`` and ``access`` keep all
that off the event loop; ``holding`` holds leases while a block runs; ``store`` is the face.
"""

from cdpwebai.store.ages import DEFAULT_AGE, parse_age
from cdpwebai.store.choice import Found
from cdpwebai.store.sessions import Pruned
from cdpwebai.store.store import Store, open_store

__all__ = ["DEFAULT_AGE", "Found", "Pruned", "Store", "open_store", "parse_age"]
