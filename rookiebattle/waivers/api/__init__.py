"""The routes of waivers."""
