"""The parts of a roster: its people, its dialogs, and the list on paper."""
