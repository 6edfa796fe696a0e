"""Files that go with a prompt as context: gathered by patterns, checked, and packed as one marked block of data.

Row 1: knows no browser. ``choosing`` finds the files, ``secrets`` refuses those that look like one, ``packing`` writes
the block and the report. Loaded only when context is asked for.
"""

from __future__ import annotations

from cdpwebai.context.choosing import LARGEST, gather
from cdpwebai.context.packing import INLINE_LIMIT, ContextFile, Gathered, LeftOut, Package, compose, pack

__all__ = ["INLINE_LIMIT", "LARGEST", "ContextFile", "Gathered", "LeftOut", "Package", "compose", "gather", "pack"]
