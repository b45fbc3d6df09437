"""States of the account page: the account itself and its email notifications."""
