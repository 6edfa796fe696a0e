"""The chat site's readers in Chromium: on a page built for it, and on the demo site."""
