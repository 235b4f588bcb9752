"""Networks that look at pictures and read texts."""
