"""States of the chapters page: the list and the form to start a chapter."""
