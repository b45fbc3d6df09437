"""The views of the gallery: the official pictures, the cards, the forms."""
