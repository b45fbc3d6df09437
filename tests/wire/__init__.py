"""Clients that speak to the running application over its two doors, without a browser."""
