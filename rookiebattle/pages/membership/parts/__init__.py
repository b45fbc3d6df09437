"""The parts of the membership page."""
