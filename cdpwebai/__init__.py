"""cdpwebai."""
