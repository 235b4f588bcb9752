"""Types and protocols that data, training, evaluation, export and tasks share."""
