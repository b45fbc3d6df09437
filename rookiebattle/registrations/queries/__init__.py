"""Reads of seats, holds, rosters and money that is owed."""
