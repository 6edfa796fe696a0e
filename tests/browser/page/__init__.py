"""The page layer in real Chromium."""
