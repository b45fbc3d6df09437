"""What an operator or developer runs from the command line; never imported by the application."""
