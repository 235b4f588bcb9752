"""What is in a dataset, counted by the database."""

from __future__ import annotations
