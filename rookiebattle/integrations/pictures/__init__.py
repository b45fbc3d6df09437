"""Pictures that people send, drawn anew by a program of its own."""
