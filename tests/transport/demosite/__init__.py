"""The demo site on real sockets."""
