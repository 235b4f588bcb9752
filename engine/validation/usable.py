"""Which samples a task can learn from."""

from __future__ import annotations

from engine.catalog.cards import TaskCard
from engine.catalog.kinds import Media
from engine.specs.data import Region, SampleRecord
from engine.specs.samples.geometry import Segment


def is_usable(record: SampleRecord, card: TaskCard, multi_label: bool) -> bool:
    """Tell whether a sample says what the task wants to know of it.

    In multi-label data a sample without labels shows none of them, and stays; so does one in which
    nothing was to be annotated, which is a normal one where those are learnt.
    """
    if card.learns_normal:
        return record.is_annotated
    kind = card.annotation_card
    if not kind.is_labelled:
        return True
    if kind.is_classification:
        segments = telling_segments(record, card)
        shows_none = multi_label and record.is_annotated and not segments
        return bool(record.labels) or shows_none or bool(segments and learns_segments(card))
    if kind.max_texts:
        return bool(record.texts) or (kind.region_texts and bool(telling_segments(record, card)))
    if kind.value:
        return record.value is not None or bool(record.labels)
    return record.is_annotated


def learns_segments(card: TaskCard) -> bool:
    """Tell whether a task learns the segments of a sample, each as a sample of its own."""
    return card.media in (Media.AUDIO, Media.VIDEO) and (
        "segment" in card.annotation_card.geometries
    )


def segments_of(record: SampleRecord) -> tuple[Region, ...]:
    """Return the annotated stretches of a recording or video, in time or what people made of it."""
    return tuple(region for region in record.regions if isinstance(region.geometry, Segment))


def telling_segments(record: SampleRecord, card: TaskCard) -> tuple[Region, ...]:
    """Return the segments that say what the task is about: a class, or what is said."""
    if card.annotation_card.region_texts:
        return tuple(filter(is_transcribed, record.regions))
    return tuple(region for region in segments_of(record) if region.label)


def is_transcribed(region: Region) -> bool:
    """Tell whether a region is a segment with what is said in it."""
    return isinstance(region.geometry, Segment) and bool((region.text or "").strip())


def labels_learnt(record: SampleRecord, card: TaskCard) -> tuple[str, ...]:
    """Return the labels that a task learns from a sample: each once, or one for each segment."""
    if not card.annotation_card.is_classification:
        return labels_of(record)
    segments = telling_segments(record, card) if learns_segments(card) else ()
    return tuple(region.label for region in segments if region.label) or record.labels


def labels_of(record: SampleRecord) -> tuple[str, ...]:
    """Return the labels of a sample, its regions and relations, each once, in that order."""
    regions = (region.label for region in record.regions if region.label)
    relations = (relation.label for relation in record.relations)
    return tuple(dict.fromkeys((*record.labels, *regions, *relations)))
