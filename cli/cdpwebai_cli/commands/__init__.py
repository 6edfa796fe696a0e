"""The commands, one module a group; ``main`` loads the one that is asked for."""
