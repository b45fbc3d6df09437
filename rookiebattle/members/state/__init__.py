"""States of the dialogs about members: roster, profile, and the form for administrators."""
