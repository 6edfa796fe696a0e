"""``python -m cdpwebai_cli``."""

from cdpwebai_cli.main import main

__all__ = ["main"]

main()
