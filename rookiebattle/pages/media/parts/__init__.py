"""The parts of the gallery: tabs, cards, dialogs."""
