"""Members: a person together with the chapter they belong to."""
