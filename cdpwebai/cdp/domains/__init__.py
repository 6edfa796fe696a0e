"""Typed commands and events by hand, one module a CDP domain. Import the one you need; nothing imports them all."""
