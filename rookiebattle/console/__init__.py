"""The counts, log and watch that the pages of the console share and no slice owns."""
