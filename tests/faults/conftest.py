"""The plugin that users get, used by ourselves."""

from cdpwebai.testing.plugin import known_readers, replay

__all__ = ["known_readers", "replay"]
