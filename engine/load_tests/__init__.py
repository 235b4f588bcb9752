"""Calls an endpoint as so many callers would, and measures what they meet."""
