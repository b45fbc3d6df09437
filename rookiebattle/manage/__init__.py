"""The commands of operators and developers. The application itself never imports this package."""
