"""Waivers: their versions, signatures on a screen and on paper, and what somebody still lacks."""
