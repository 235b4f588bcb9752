"""What a format cannot hold of an item, counted rather than lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.layout import Item, Problem


def conversion_losses(
    item: Item, *, holds: frozenset[str], max_labels: int | None = None
) -> Iterator[Problem]:
    """Yield a problem for each part of an item that is not written.

    Args:
        item: the sample to write.
        holds: fields of ``Item`` that the format keeps.
        max_labels: how many labels it keeps of one sample, ``None`` for all.
    """
    counts = {
        "labels": len(item.labels),
        "regions": len(item.regions),
        "points": sum(len(region.points) for region in item.regions),
        "attributes": sum(len(region.attributes) for region in item.regions),
        "relations": len(item.relations),
        "texts": len(item.texts),
        "value": int(item.value is not None),
        "split": int(item.split is not None),
    }
    for part, num in counts.items():
        if num and part not in holds:
            yield not_held(item, part, num)
    if "labels" in holds and max_labels is not None and len(item.labels) > max_labels:
        yield not_held(item, "labels", len(item.labels) - max_labels)


def not_held(item: Item, part: str, num: int) -> Problem:
    """Return the problem of a part of an item that the format has no place for."""
    return Problem(
        "not_held",
        item.name,
        f"This format has no place for {part} of this sample ({num}); they are not in the export. "
        "Export in JSON lines to keep them.",
        {"part": part, "num": num},
    )
