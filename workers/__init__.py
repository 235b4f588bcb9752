"""Carries orders from the backend to the engine, and news back."""
