"""The verbs of seats: registering, the gate, waiting, questions, awards."""
