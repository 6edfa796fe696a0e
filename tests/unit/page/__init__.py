"""The page layer's pure parts, and its drivers against a peer that is played by hand."""
