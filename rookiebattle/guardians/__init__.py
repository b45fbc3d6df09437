"""Guardians and their people: connections with minors, invitations, and accounts to claim."""
