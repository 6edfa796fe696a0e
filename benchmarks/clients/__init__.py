"""One adapter a client: each runs as a process of its own, in an environment of its own, and prints its figures.

``blocking`` is the shared half of the two floors; every other module here is a program (see ``roster``).
"""
