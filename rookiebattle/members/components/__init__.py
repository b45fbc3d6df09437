"""Dialogs about members: the roster of a chapter and the profile form."""
