"""The sections of the design system."""
