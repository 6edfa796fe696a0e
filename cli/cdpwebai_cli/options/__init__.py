"""The options of the commands: what can be typed, what it means, and what is refused before anything is done.

Below every command. ``shared`` says where a command runs and how it tells. Those that ask need more: ``question`` has
whom they ask, what, and what is set beside it; ``context`` what goes along as files; ``artifacts`` what is to be had
beside an answer's text. Each decorator gives its options to the command as one record.
"""

from __future__ import annotations

__all__: list[str] = []
