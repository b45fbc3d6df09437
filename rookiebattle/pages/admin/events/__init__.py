"""`/admin/events`: the events, past ones too."""
