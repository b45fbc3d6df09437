"""The kernel: what every slice stands on. Imports no slice."""
