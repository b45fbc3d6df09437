"""Attacks on the running application, as strangers and as members who know the wire."""
