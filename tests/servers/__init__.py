"""The real servers that tests use: private, on loopback, and stopped at the end."""
