"""One tab as a person sees it."""
