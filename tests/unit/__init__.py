"""Pure code and virtual time: no browser, no socket, no thread."""
