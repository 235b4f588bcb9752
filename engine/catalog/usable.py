"""Which samples a task can learn from."""

from __future__ import annotations

from engine.catalog.cards import AnnotationKind, TaskCard
from engine.specs.data import SampleRecord


def is_usable(record: SampleRecord, card: TaskCard, multi_label: bool) -> bool:
    """Tell whether a sample says what the task wants to know of it.

    In multi-label data a sample without labels shows none of them, and stays; so does one in which
    nothing was to be marked, which is a normal one where those are learnt.
    """
    if card.learns_normal:
        return record.is_annotated
    match card.annotation:
        case AnnotationKind.NONE:
            return True
        case AnnotationKind.CLASSES:
            return bool(record.labels) or (multi_label and record.is_annotated)
        case AnnotationKind.TRANSCRIPT | AnnotationKind.CAPTIONS:
            return bool(record.texts)
        case AnnotationKind.SCORE:
            return record.value is not None or bool(record.labels)
        case _:
            return record.is_annotated


def labels_of(record: SampleRecord) -> tuple[str, ...]:
    """Return the labels of a sample, its regions and relations, each once, in that order."""
    regions = (region.label for region in record.regions if region.label)
    relations = (relation.label for relation in record.relations)
    return tuple(dict.fromkeys((*record.labels, *regions, *relations)))
