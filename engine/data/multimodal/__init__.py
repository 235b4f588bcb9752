"""Datasets of images with texts."""
