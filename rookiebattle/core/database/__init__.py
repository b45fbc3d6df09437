"""The database: engines, transactions, and what may be read from memory."""
