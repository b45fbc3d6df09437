"""Roles with a scope: who gives and ends them, and who may read of them."""
