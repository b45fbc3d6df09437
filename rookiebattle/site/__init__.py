"""Routes that belong to no slice and no page: first data, sitemap, robots, web manifest."""
