"""Attacks on the running application, by strangers and by members who know the wire."""
