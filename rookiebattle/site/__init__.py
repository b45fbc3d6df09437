"""Pages that only read other slices: landing, dashboard, not found."""
