"""`/media`: the gallery."""
