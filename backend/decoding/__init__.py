"""Uploaded files are decoded in child processes of bounded memory and time."""
