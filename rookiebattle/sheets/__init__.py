"""Live sheets: secret addresses at which a spreadsheet reads a list as it is now."""
