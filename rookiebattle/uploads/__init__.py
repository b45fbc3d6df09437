"""Uploads: the files that people send, their limits, what they are, and who may see them."""
