"""``python -m tests.mutations [--note] [id ...]``: see ``run``."""

from __future__ import annotations

import sys

from tests.mutations.run import main

__all__: list[str] = []

sys.exit(main(sys.argv[1:]))
