"""What readers yield, made fit for databases and messages: no half letters, nothing endless.

JSON can write half of a letter of two UTF-16 units, and NUL; no database takes them. U+FFFD stands
in their place, one for one, so that characters are counted as before.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from engine.formats.layout import Item, Param, Problem
from engine.specs.data import Region

MAX_MESSAGE, MAX_SHOWN = 1000, 500
_REFUSED = re.compile("[\x00\ud800-\udfff]")
_STAND_IN = "\ufffd"


def storable(found: Item | Problem) -> Iterator[Item | Problem]:
    """Yield an item or problem that can be kept, and a problem for names that were changed."""
    if isinstance(found, Problem):
        yield _problem(found)
        return
    item = _item(found)
    if item is not found:
        text = "A name or text holds signs that cannot be kept; '�' stands in their place."
        yield Problem("text_unstorable", _short(found.place, MAX_SHOWN), text)
    yield item


def clean(text: str) -> str:
    """Return a text with stand-ins for what cannot be kept."""
    return _REFUSED.sub(_STAND_IN, text) if _REFUSED.search(text) else text


def _problem(problem: Problem) -> Problem:
    return Problem(
        problem.code,
        _short(problem.place, MAX_SHOWN),
        _short(problem.message, MAX_MESSAGE),
        {name: _param(value) for name, value in problem.params.items()},
        problem.num_lost,
    )


def _param(value: Param) -> Param:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and not -(2**53) <= value <= 2**53:
        return "…"
    return _short(value, MAX_SHOWN) if isinstance(value, str) else value


def _short(text: str, most: int) -> str:
    return clean(text if len(text) <= most else f"{text[: most - 1]}…")


def _item(item: Item) -> Item:
    """Return the item itself where nothing of it has to be changed."""
    texts = (item.place, item.name, *item.labels, *item.texts)
    is_good = not any(map(_REFUSED.search, texts))
    is_good = is_good and all(map(_is_good, item.regions))
    is_good = is_good and not any(
        _REFUSED.search(part)
        for one in item.relations
        for part in (one.label, one.subject, one.object)
    )
    if is_good:
        return item
    return replace(
        item,
        place=clean(item.place),
        name=clean(item.name),
        labels=tuple(dict.fromkeys(map(clean, item.labels))),
        texts=tuple(map(clean, item.texts)),
        regions=tuple(map(_region, item.regions)),
        relations=tuple(
            one.model_copy(
                update={
                    "label": clean(one.label),
                    "subject": clean(one.subject),
                    "object": clean(one.object),
                }
            )
            for one in item.relations
        ),
    )


def _is_good(region: Region) -> bool:
    texts = [region.id, region.label or "", region.text or ""]
    texts += [point.name for point in region.points]
    for name, value in region.attributes.items():
        texts += [name, value if isinstance(value, str) else ""]
    return not any(map(_REFUSED.search, texts))


def _region(region: Region) -> Region:
    if _is_good(region):
        return region
    return region.model_copy(
        update={
            "id": clean(region.id),
            "label": None if region.label is None else clean(region.label),
            "text": None if region.text is None else clean(region.text),
            "points": tuple(
                point.model_copy(update={"name": clean(point.name)}) for point in region.points
            ),
            "attributes": {
                clean(name): clean(value) if isinstance(value, str) else value
                for name, value in region.attributes.items()
            },
        }
    )
