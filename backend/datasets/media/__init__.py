"""One module for each medium: what a file has to be, and what is known of it."""
