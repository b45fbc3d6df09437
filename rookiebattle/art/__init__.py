"""Drawings made at run time: the card of a shared event, and places on the map of two states.

All other pictures are files: assets/art.
"""
