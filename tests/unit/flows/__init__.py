"""Plans, fed with observations."""
