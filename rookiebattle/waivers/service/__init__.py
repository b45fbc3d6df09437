"""The verbs of waivers: their versions, and who has none."""
