"""Draw texts with the machine's fonts: lines to learn reading from where images are few."""
