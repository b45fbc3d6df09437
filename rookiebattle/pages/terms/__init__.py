"""`/terms`: what members may expect of the site, and the site of them."""
