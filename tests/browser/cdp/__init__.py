"""The connection against real Chromium."""
