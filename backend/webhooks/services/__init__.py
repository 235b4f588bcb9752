"""What is done with channels and what goes through them."""
