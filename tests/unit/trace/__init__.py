"""Traces: their format, what is hidden, and the rules of replay."""
