"""Pages as HTML: what is read before any script runs, or without scripts."""
