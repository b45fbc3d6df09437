"""The commands of operators. The application itself never imports this package."""
