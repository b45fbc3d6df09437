"""What the chapters page shows: cards, pages of the list, pins of the map. Pure."""
