"""The fake browser and Chromium, held to the same tests."""
