"""The views of a roster and of its dialogs."""
