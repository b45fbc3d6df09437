"""The verbs of waivers."""
