"""Networks that look at images and read texts."""
