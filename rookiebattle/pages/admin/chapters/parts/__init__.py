"""The parts of the Chapters tab: a row and the form of a chapter, and the requests."""
