"""`/resources`: the library."""
