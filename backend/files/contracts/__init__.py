"""What other apps may know of files."""
