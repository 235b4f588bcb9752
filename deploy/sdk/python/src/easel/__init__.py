"""Easel for applications and notebooks: run a model package, or drive an Easel server."""
