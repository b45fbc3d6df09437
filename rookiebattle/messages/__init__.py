"""Messages of organizers and leads to those who come to an event, or wait for a seat."""
