"""Drawings made at run time: the card of a shared event, the picture above one, and the map.

All other pictures are files: assets/art.
"""
