"""Views of the chapters page: cards, pages of the list, pins of the map. Pure."""
