"""The states of the Chapters tab: the chapters with their form, and the requests."""
