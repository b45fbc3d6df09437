"""Chapters: the local groups, their places and their time zones."""
