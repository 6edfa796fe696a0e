"""Guards that a script takes away, and the tests that must notice: ``format`` says what it is, ``run`` does it."""
