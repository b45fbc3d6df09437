"""The verbs of seats: registering, the gate, wishes, questions, awards."""
