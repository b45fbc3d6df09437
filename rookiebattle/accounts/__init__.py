"""Accounts: who the members are, how they sign in, their sessions."""
