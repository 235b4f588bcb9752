"""What is done with alerts and their rules."""
