"""Browsers of the tests' own, started, ended, killed and joined."""
