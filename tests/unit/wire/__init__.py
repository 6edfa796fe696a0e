"""The protocol without I/O."""
