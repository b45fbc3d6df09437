"""Pages as HTML, for the text before scripts and for browsers without scripts."""
