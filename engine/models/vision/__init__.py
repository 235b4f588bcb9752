"""Networks that look at images."""
