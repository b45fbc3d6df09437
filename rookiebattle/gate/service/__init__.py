"""Verbs of the gate, by noun."""
