"""Recorded traces, played back without a browser in virtual time."""
