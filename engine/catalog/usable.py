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
    """Return the labels of a sample and of its regions, each once, in order of appearance."""
    names = [*record.labels, *(region.label for region in record.regions if region.label)]
    return tuple(dict.fromkeys(names))
