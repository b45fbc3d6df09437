"""The views of the membership page: the member's own, and the figures that everybody reads."""
