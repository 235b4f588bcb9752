"""Content-addressed files."""

from __future__ import annotations

from django.db import models


class Blob(models.Model):
    """A file in the store, known by its SHA-256; the same content is stored once."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    bytes = models.BigIntegerField()
    media_type = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)
