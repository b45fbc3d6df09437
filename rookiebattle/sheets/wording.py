"""Sentences about live sheets. Pure."""

MISSING = "This sheet does not exist."
TOO_MANY = "You have 50 live sheets. Please revoke one first."
TOO_SOON = "This sheet was read less than a minute ago."
