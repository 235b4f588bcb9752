"""What other apps may know of annotations."""

from __future__ import annotations

from backend.annotation.models import Source

__all__ = ["Source"]
