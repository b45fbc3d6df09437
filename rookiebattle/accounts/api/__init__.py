"""`/api` routes about accounts: the account itself and its email notifications."""
