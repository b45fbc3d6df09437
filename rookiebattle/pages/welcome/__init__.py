"""`/welcome`: the first sign-in."""
