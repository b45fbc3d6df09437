"""`/admin/waivers`: the texts that are signed, and who has none."""
