"""Real loopback sockets and pipes, with a scripted peer at the other end."""
