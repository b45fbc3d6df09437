"""Changed values, pushed to open tabs and to the other workers."""
