"""Which format files are in, by the names and beginnings of a few of them."""
