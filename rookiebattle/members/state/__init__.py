"""States of the dialogs about members."""
