"""Lines of CLUENER as lines of ours: ``"label": {"name": {"叶老桂": [[9, 11]]}}``, ends included.

Source: https://github.com/CLUEbenchmark/CLUENER2020
"""

from __future__ import annotations

from typing import Any


def from_cluener(value: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the spans that CLUENER wrote in its own way; others stay as they are."""
    given, text = value.get("label"), value.get("text")
    if not isinstance(given, dict) or not isinstance(text, str):
        return value
    if not all(isinstance(one, dict) for one in given.values()):
        return value
    rest = {key: one for key, one in value.items() if key != "label"}
    rest["spans"] = [
        _span(name, place)
        for name, entities in given.items()
        for places in entities.values()
        for place in (places if isinstance(places, list) else [places])
    ]
    return rest


def _span(name: str, place: Any) -> dict[str, Any]:
    start: Any = None
    end: Any = None
    if isinstance(place, list) and len(place) == 2:
        start, end = place
    is_whole = isinstance(end, int) and not isinstance(end, bool)
    return {"start": start, "end": end + 1 if is_whole else end, "label": name}
