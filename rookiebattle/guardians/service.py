"""Guardians and their people. Other slices ask here who is connected with whom."""

from rookiebattle.guardians.queries import guardians_of, is_guardian, minors_of

__all__ = ["guardians_of", "is_guardian", "minors_of"]
