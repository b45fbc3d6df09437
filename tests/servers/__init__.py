"""The real servers the tests run against: started privately, on loopback, stopped at the end."""
