"""Members: profiles, the welcome, and the members of a chapter."""
