"""What the gallery shows: the official pictures, the cards, the forms."""
