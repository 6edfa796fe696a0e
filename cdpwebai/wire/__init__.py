"""The protocol without I/O: encode a command, decode a message, who is waiting, what is queued, which sessions exist.

Row 1: bytes in, values out; no trio, no clock, no files. ``cdp`` above owns the tasks that call it.
"""
