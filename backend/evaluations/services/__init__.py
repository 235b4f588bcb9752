"""What is done about evaluations."""
