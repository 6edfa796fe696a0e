"""Real Chromium."""
