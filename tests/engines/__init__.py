"""The main flows in Safari's engine and in Firefox: `make engines`."""
