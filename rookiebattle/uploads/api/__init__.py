"""The HTTP door of uploads."""
