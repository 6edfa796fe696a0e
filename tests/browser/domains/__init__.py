"""Every typed command and event, in real Chromium: what is sent is understood, and what comes back decodes.

What they are for is shown elsewhere, by the code that uses them; here each is tried once, and facts that their
docstrings state are looked at.
"""
