"""`/account`: one's own account."""
