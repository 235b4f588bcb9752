"""Labels of what readers yield, in the one form that names of labels have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.formats.layout import Item, Problem
from engine.specs.data import Region, Relation
from engine.specs.samples.label_names import label_name


def with_label_names(found: Iterable[Item | Problem]) -> Iterator[Item | Problem]:
    """Yield what a reader found, with every name of a label in its one form."""
    for one in found:
        yield _item(one) if isinstance(one, Item) else one


def _item(item: Item) -> Item:
    if not (item.labels or item.regions or item.relations):
        return item
    return replace(
        item,
        labels=tuple(dict.fromkeys(map(label_name, item.labels))),
        regions=tuple(map(_region, item.regions)),
        relations=tuple(map(_relation, item.relations)),
    )


def _region(region: Region) -> Region:
    name = None if region.label is None else label_name(region.label)
    return region if name == region.label else region.model_copy(update={"label": name})


def _relation(relation: Relation) -> Relation:
    name = label_name(relation.label)
    return relation if name == relation.label else relation.model_copy(update={"label": name})
