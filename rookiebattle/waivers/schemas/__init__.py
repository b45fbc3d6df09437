"""Waivers on the wire."""
