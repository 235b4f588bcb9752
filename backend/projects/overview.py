"""Where a project stands."""

from __future__ import annotations
