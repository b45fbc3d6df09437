"""Pages about one's own account, and the two that say goodbye."""
