"""Dialogs about members: a roster, the profile form, and the form for administrators."""
