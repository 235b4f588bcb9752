"""Training of networks that look at images."""
