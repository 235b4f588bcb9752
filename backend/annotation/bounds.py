"""Geometries as JSON values, and the upright boxes that they lie in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Geometry = Mapping[str, Any]
Bounds = tuple[float, float, float, float]


def box_bounds(geometry: Geometry) -> Bounds:
    """Return left, top, right and bottom of an upright box."""
    left, top = geometry["left"], geometry["top"]
    return (left, top, left + geometry["width"], top + geometry["height"])
