"""What the start page reads, each in one unit of work."""
