"""The design system. Knows no domain."""
