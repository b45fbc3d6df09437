"""The product's pictures, drawn by pure functions: `python -m rookiebattle.ui.art` writes them."""
