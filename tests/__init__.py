"""The tests of cdpwebai. A package, so that every test can say ``from tests.manifest import proves``."""
