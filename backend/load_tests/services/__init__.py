"""What is done about load tests."""
