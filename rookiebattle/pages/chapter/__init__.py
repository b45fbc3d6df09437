"""`/chapters/[chapter_id]`: one chapter."""
