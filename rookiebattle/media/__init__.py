"""Media: the pictures and videos of the gallery, in the order that administrators give them."""
