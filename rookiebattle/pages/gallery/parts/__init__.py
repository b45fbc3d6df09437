"""Parts of the gallery."""
