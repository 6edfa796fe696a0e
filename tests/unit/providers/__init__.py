"""Providers: what a chat site means, without a browser."""
