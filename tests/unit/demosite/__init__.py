"""The demo site without sockets and without a browser."""
