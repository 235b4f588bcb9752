"""Pretraining of the networks that find and read lines of text: by pages that are drawn."""
