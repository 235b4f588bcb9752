"""What changes segmenters, and what asks them."""
