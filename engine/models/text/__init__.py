"""Networks that read text."""
