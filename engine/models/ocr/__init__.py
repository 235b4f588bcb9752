"""Networks that find lines of text and read them."""
