"""The product's pictures, drawn by pure functions: `python -m rookiebattle.art` writes them."""
