"""`/admin`: the members."""
