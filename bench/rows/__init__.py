"""The rows of bench/catalog.py, one module per kind of measurement."""
