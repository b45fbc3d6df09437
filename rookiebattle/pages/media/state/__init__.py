"""The states of the gallery: the list, and the forms of administrators."""
