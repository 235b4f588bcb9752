"""Networks that listen."""
