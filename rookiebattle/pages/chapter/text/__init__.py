"""The text before scripts of a chapter's page."""
