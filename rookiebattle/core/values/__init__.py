"""Texts, dates, money and other values, as they cross a door."""
