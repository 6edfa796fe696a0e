"""Flows against the demo site in real Chromium."""
