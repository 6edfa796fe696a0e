"""Connection and sessions, in virtual time."""
