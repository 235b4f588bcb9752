"""What is done with files, one module each kind of work."""
