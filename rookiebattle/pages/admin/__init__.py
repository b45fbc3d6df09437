"""The console: one folder for each of its addresses."""
