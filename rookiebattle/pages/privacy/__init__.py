"""`/privacy`: what the site stores about people, who sees it, and for how long."""
