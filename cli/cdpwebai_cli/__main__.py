"""``python -m cdpwebai_cli``."""

from cdpwebai_cli.entry import main

__all__ = ["main"]

main()
