"""Parts of the chapters page: the map and the form to start a chapter."""
