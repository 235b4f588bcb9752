"""What other apps may know of annotations."""

from __future__ import annotations

from django.db import models


class Source(models.TextChoices):
    """Who said it."""

    HUMAN = "human"
    IMPORT = "import"
    MODEL = "model"
