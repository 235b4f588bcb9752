"""Content-addressed files."""

from __future__ import annotations

from django.db import models

from backend.files.contracts.source import MAX_ADDRESS


class Blob(models.Model):
    """A file in the store, known by its SHA-256; the same content is stored once.

    ``source`` is the address of a file that was taken in where it is and is referred to: the store
    does not keep it. ``source_stamp`` changes when it does. Both are empty for what is kept.
    ``damage`` says what a check found wrong with a file that the store keeps.
    """

    sha256 = models.CharField(max_length=64, primary_key=True)
    bytes = models.BigIntegerField()
    media_type = models.CharField(max_length=100)
    source = models.CharField(max_length=MAX_ADDRESS, blank=True, default="")
    source_stamp = models.CharField(max_length=200, blank=True, default="")
    damage = models.CharField(max_length=10, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(fields=("damage",), name="damaged_blobs", condition=~models.Q(damage="")),
        )


class StoreRound(models.Model):
    """How far the reading of all files is, from the first SHA-256 to the last, over and over.

    There is one row. ``position`` is the last file that was read in this round; ``begun_at`` and
    the counts belong to it, ``completed_at`` to the round before. ``allowed_at`` is when somebody
    last took what may be read until then.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    position = models.CharField(max_length=64, blank=True, default="")
    begun_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    allowed_at = models.DateTimeField(null=True)
    num_read = models.BigIntegerField(default=0)
    bytes_read = models.BigIntegerField(default=0)
