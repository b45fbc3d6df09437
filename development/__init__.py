"""The commands of developers: tests, checks, measurements, pictures. No server gets them."""
