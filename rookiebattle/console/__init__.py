"""What all pages of the console share and no slice owns: what waits for an administrator."""
