"""Resources: rules, guides and training materials that live elsewhere on the web."""
