"""The parts of the gallery."""
