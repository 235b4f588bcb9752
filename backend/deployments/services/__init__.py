"""Writes about endpoints."""
