"""Routes of members, by who calls them: members themselves, and administrators."""
