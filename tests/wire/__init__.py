"""Clients without a browser that use the two doors of the running application."""
