"""Finds, starts, stops and joins Chromium, and lists its tabs.

Row 3. Below it is ``cdp`` (one connection, many sessions); above it ``page`` (one tab as a person sees it).
"""
