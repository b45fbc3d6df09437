"""The reads of the start page, each in one unit of work."""
