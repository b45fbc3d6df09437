"""`/chapters`: all chapters and the map."""
