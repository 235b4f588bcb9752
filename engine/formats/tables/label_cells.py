"""Several labels in one cell of a table."""

from __future__ import annotations

SEPARATOR = "|"
UNLABELLED = "_unlabelled"
"""Called so where a label would be: nobody annotated the sample."""
NONE = "_none"
"""Called so where a label would be: the sample shows none of the labels."""
# What pandas, databases and spreadsheets write where there is no value. "none" may be a class.
NO_LABEL = frozenset(
    ("nan", "NaN", "NAN", "NaT", "<NA>", "null", "NULL", "None", "N/A", "n/a", "#N/A")
)
_SEPARATORS = (SEPARATOR, ";", "；", ",", "，")


def split_cell(cell: str, *, multi_label: bool, only_bars: bool) -> tuple[str, ...]:
    """Return the labels of a cell.

    Args:
        cell: as written.
        multi_label: samples have several labels; else the whole cell is one.
        only_bars: labels are known to be separated by ``|``, so other signs belong to them.
    """
    if not cell.strip():
        return ()
    if not multi_label and not only_bars:
        return (cell.strip(),)
    signs = (SEPARATOR,) if only_bars else _SEPARATORS
    sign = next((sign for sign in signs if sign in cell), SEPARATOR)
    return tuple(dict.fromkeys(part.strip() for part in cell.split(sign) if part.strip()))


def join_labels(labels: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    """Return a cell of labels, and those that had to be renamed with their new names."""
    safe = [label.replace(SEPARATOR, "/") for label in labels]
    pairs = zip(labels, safe, strict=True)
    return SEPARATOR.join(safe), [pair for pair in pairs if pair[0] != pair[1]]
