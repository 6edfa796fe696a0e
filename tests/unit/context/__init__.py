"""Files that go along with a prompt."""
