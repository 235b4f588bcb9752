"""What an inspection of data can find, how grave it is, and which fix is offered."""

from __future__ import annotations

from enum import StrEnum

from engine.catalog.kinds import ANNOTATIONS, AnnotationKind, Card


class Severity(StrEnum):
    """How a finding changes what a model learns."""

    ERROR = "error"  # these samples cannot be used, or make the measured quality untrue
    WARNING = "warning"  # these samples probably harm
    NOTE = "note"  # worth a look


class FixKind(StrEnum):
    """What one click does to the samples of a finding; each can be undone."""

    KEEP_ONE = "keep_one"  # of each group the first stays, the others go to the trash
    TRASH = "trash"  # all go to the trash
    RELABEL = "relabel"  # each gets the label that was suggested for it
    EXIF_ORIENTATION = "upright"  # each is replaced by an upright copy with the same annotations


class FindingKind(StrEnum):
    """What can be found."""

    BROKEN_FILE = "broken_file"
    SAME_CONTENT = "same_content"
    NEAR_DUPLICATE = "near_duplicate"
    MIRRORED = "mirrored"
    CONFLICTING_LABELS = "conflicting_labels"
    SPLIT_LEAK = "split_leak"
    LABEL_ERROR = "label_error"
    LABEL_MISSING = "label_missing"
    LABEL_SUPERFLUOUS = "label_superfluous"
    REGION_MISLABELLED = "region_mislabelled"
    REGION_MISPLACED = "region_misplaced"
    REGION_MISSING = "region_missing"
    RARE_LABEL = "rare_label"
    TURNED = "turned"
    BLURRED = "blurred"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    ODD_SIZE = "odd_size"
    ODD_RATIO = "odd_ratio"
    OUTLIER = "outlier"
    BOX_TINY = "box_tiny"
    BOX_OUTSIDE = "box_outside"
    BOX_ODD = "box_odd"
    BOX_TWICE = "box_twice"
    TEXT_SHORT = "text_short"
    TEXT_LONG = "text_long"
    TEXT_OTHER_SCRIPT = "text_other_script"
    TEXT_GARBLED = "text_garbled"
    TEXT_NUMBERS = "text_numbers"
    AUDIO_CLIPPED = "sound_clipped"
    AUDIO_SILENT = "sound_silent"
    ODD_DURATION = "odd_duration"
    FRAMES_UNREADABLE = "frames_unreadable"
    COLUMN_MISSING = "column_missing"
    COLUMN_CONSTANT = "column_constant"
    COLUMN_LEAKS = "column_leaks"
    COLUMN_MIXED = "column_mixed"
    ROWS_REPEATED = "rows_repeated"


class FindingCard(Card):
    """One kind of finding."""

    kind: FindingKind
    severity: Severity
    fixes: tuple[FixKind, ...] = ()


def _card(kind: FindingKind, severity: Severity, *fixes: FixKind) -> FindingCard:
    return FindingCard(kind=kind, severity=severity, fixes=fixes)


_K, _S, _F = FindingKind, Severity, FixKind

# In the order in which a page shows them within one severity.
FINDINGS: dict[FindingKind, FindingCard] = {
    card.kind: card
    for card in (
        _card(_K.BROKEN_FILE, _S.ERROR, _F.TRASH),
        _card(_K.SPLIT_LEAK, _S.ERROR),
        _card(_K.CONFLICTING_LABELS, _S.ERROR),
        _card(_K.COLUMN_LEAKS, _S.ERROR),
        _card(_K.FRAMES_UNREADABLE, _S.ERROR, _F.TRASH),
        _card(_K.SAME_CONTENT, _S.WARNING, _F.KEEP_ONE),
        _card(_K.NEAR_DUPLICATE, _S.WARNING, _F.KEEP_ONE),
        _card(_K.MIRRORED, _S.NOTE, _F.KEEP_ONE),
        _card(_K.LABEL_ERROR, _S.WARNING, _F.RELABEL),
        _card(_K.LABEL_MISSING, _S.WARNING),
        _card(_K.LABEL_SUPERFLUOUS, _S.WARNING),
        _card(_K.REGION_MISLABELLED, _S.WARNING),
        _card(_K.REGION_MISPLACED, _S.WARNING),
        _card(_K.REGION_MISSING, _S.WARNING),
        _card(_K.BOX_OUTSIDE, _S.WARNING),
        _card(_K.BOX_TWICE, _S.WARNING),
        _card(_K.BLURRED, _S.WARNING, _F.TRASH),
        _card(_K.TOO_DARK, _S.WARNING, _F.TRASH),
        _card(_K.TOO_BRIGHT, _S.WARNING, _F.TRASH),
        _card(_K.TEXT_GARBLED, _S.WARNING, _F.TRASH),
        _card(_K.TEXT_NUMBERS, _S.WARNING, _F.TRASH),
        _card(_K.AUDIO_CLIPPED, _S.WARNING, _F.TRASH),
        _card(_K.AUDIO_SILENT, _S.WARNING, _F.TRASH),
        _card(_K.COLUMN_MISSING, _S.WARNING),
        _card(_K.COLUMN_MIXED, _S.WARNING),
        _card(_K.ROWS_REPEATED, _S.WARNING),
        _card(_K.RARE_LABEL, _S.WARNING),
        _card(_K.OUTLIER, _S.WARNING, _F.TRASH),
        _card(_K.TURNED, _S.NOTE, _F.EXIF_ORIENTATION),
        _card(_K.ODD_SIZE, _S.NOTE, _F.TRASH),
        _card(_K.ODD_RATIO, _S.NOTE, _F.TRASH),
        _card(_K.BOX_TINY, _S.NOTE),
        _card(_K.BOX_ODD, _S.NOTE),
        _card(_K.TEXT_SHORT, _S.NOTE, _F.TRASH),
        _card(_K.TEXT_LONG, _S.NOTE, _F.TRASH),
        _card(_K.TEXT_OTHER_SCRIPT, _S.NOTE, _F.TRASH),
        _card(_K.ODD_DURATION, _S.NOTE, _F.TRASH),
        _card(_K.COLUMN_CONSTANT, _S.NOTE),
    )
}


def fixes_of(kind: FindingKind, annotation: AnnotationKind) -> tuple[FixKind, ...]:
    """Return the fixes of a finding that suit what people say of the samples."""
    # Images of text are no copies of their mirror images.
    if kind is FindingKind.MIRRORED and ANNOTATIONS[annotation].is_writing:
        return ()
    return FINDINGS[kind].fixes
