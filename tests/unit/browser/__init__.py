"""Browsers, without one: tables, command lines, folders, locks and notes."""
