"""Ways to carry messages to a browser."""
