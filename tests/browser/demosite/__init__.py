"""The demo site's page in real Chromium."""
