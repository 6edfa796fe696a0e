"""One connection, many sessions."""
