"""Content-addressed files."""

from __future__ import annotations

from django.db import models

from backend.files.sources.source import MAX_ADDRESS


class Blob(models.Model):
    """A file in the store, known by its SHA-256; the same content is stored once.

    ``source`` is the address of a file that was taken in where it is and is referred to: the store
    does not keep it. ``source_stamp`` changes when it does. Both are empty for what is kept.
    """

    sha256 = models.CharField(max_length=64, primary_key=True)
    bytes = models.BigIntegerField()
    media_type = models.CharField(max_length=100)
    source = models.CharField(max_length=MAX_ADDRESS, blank=True, default="")
    source_stamp = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
