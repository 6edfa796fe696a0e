"""The command line: parse, call ``cdpwebai.api``, render. No decision is made here."""
