"""`/`: the landing page for visitors, the dashboard for members."""
