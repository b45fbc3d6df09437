"""Accounts: the people who sign in, how they do it, and their sessions."""
