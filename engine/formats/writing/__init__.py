"""What writers share: files kept on disk as they grow, names, and what a format cannot hold."""
