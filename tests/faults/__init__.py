"""Faults put in at the transport, and real processes killed."""
