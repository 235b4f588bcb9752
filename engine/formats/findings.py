"""Problems that several formats meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.formats.layout import Item, Problem


def malformed(name: str, error: Exception) -> Problem:
    """Return the problem of an annotation that cannot be parsed."""
    return Problem(
        "annotation_malformed",
        name,
        f"This annotation cannot be read ({error}). Export it again.",
        {"reason": str(error)[:200]},
    )


def missing_sample(place: str, given: str) -> Problem:
    """Return the problem of an annotation whose sample is not in the tree."""
    return Problem(
        "sample_missing",
        place,
        f"This speaks of '{given}', which is not among the files. Add the file.",
        {"file": given},
    )


def ambiguous_sample(place: str, given: str, names: Sequence[str]) -> Problem:
    """Return the problem of an annotation that may be of several files of the tree."""
    shown = ", ".join(names[:3])
    return Problem(
        "sample_ambiguous",
        place,
        f"This speaks of '{given}', which may be any of {len(names)} files ({shown}). Name the "
        "file with its folder, or leave the others out.",
        {"file": given, "num": len(names), "files": shown},
    )


def repeated_sample(place: str, file: str) -> Problem:
    """Return the problem of a second annotation of a sample."""
    text = f"'{file}' is named again; what was said first is kept."
    return Problem("sample_repeated", place, text, {"file": file})


def size_differs(place: str, given: tuple[int, int], size: tuple[int, int]) -> Problem:
    """Return the problem of annotations that were made on an image of another size."""
    return Problem(
        "size_differs",
        place,
        f"The annotation speaks of an image of {given[0]} × {given[1]}; the file has {size[0]} × "
        f"{size[1]} when upright. Check that its annotations lie where they should.",
        {"width": size[0], "height": size[1]},
    )


def class_unknown(place: str, given: str) -> Problem:
    """Return the problem of an annotation whose class has no name."""
    return Problem(
        "class_unknown",
        place,
        f"An annotation is of class '{given}', which the list of classes does not have; it is left "
        "out.",
        {"class": given},
        1,
    )


def classes_merged(place: str, names: Iterable[str]) -> Iterator[Problem]:
    """Yield the problem of several classes that are called alike, for each such name."""
    for name, num in Counter(names).items():
        if num > 1:
            text = f"{num} classes are called '{name}'; they are one label here."
            yield Problem("classes_merged", place, text, {"class": name, "num": num})


def fields_unread(place: str, found: Counter[str]) -> Iterator[Problem]:
    """Yield the problem of fields that nothing is taken from, with how often each is there."""
    if found:
        shown = ", ".join(f"{name} ({num})" for name, num in sorted(found.items()))[:200]
        text = f"These fields are not read: {shown}."
        yield Problem("fields_unread", place, text, {"fields": shown})


def drawn_as_outline(item: Item, kind: str) -> Problem:
    """Return the problem of a shape that is written as an outline and comes back as one."""
    text = "This format has no such shape; it is written as an outline."
    return Problem("drawn_as_outline", item.name, text, {"part": kind})


def drawn_as_box(item: Item, kind: str) -> Problem:
    """Return the problem of an outline of which only the box around it is written."""
    text = "This format has boxes only; an outline is written as the box around it."
    return Problem("drawn_as_box", item.name, text, {"part": kind})


def holes_as_mask(item: Item, num_rings: int) -> Problem:
    """Return the problem of an outline whose rings this format would take for parts."""
    text = (
        "An outline with holes is written as a mask; this format takes the rings of an outline for "
        "parts of one object."
    )
    return Problem("holes_as_mask", item.name, text, {"num": num_rings})


def parts_as_mask(item: Item, num_rings: int) -> Problem:
    """Return the problem of an outline of several rings where a format has one of one ring."""
    text = "An outline of several parts is written as a mask; outlines have one part here."
    return Problem("parts_as_mask", item.name, text, {"num": num_rings})


def unlabelled_left_out(item: Item) -> Problem:
    """Return the problem of a sample that this format could only say to show nothing."""
    text = (
        "Nobody annotated this sample, which this format cannot say; it is not in the export, "
        "since it would count as one that shows nothing."
    )
    return Problem("unlabelled_left_out", item.name, text)


def none_not_held(item: Item) -> Problem:
    """Return the problem of a sample that shows nothing and comes back as not annotated."""
    text = "This format cannot say that a sample shows nothing; it counts as not annotated."
    return Problem("none_not_held", item.name, text)


def line_too_long(place: str, most: int) -> Problem:
    """Return the problem of a line that is not held in memory."""
    text = f"This line has more than {most} characters; it is left out."
    return Problem("line_too_long", place, text, {"maximum": most})


def row_short(place: str, num_cells: int, num_expected: int) -> Problem:
    """Return the problem of a row that lacks a column."""
    return Problem(
        "row_short",
        place,
        f"This row has {num_cells} columns where {num_expected} are needed; it is left out.",
        {"num": num_cells, "expected": num_expected},
    )


def row_long(place: str, num_cells: int, num_expected: int) -> Problem:
    """Return the problem of a row with cells that no column is for."""
    return Problem(
        "row_long",
        place,
        f"This row has {num_cells} cells where the first has {num_expected}; it is left out. Put "
        "texts with a separator in them between quotation marks.",
        {"num": num_cells, "expected": num_expected},
    )


def row_damaged(place: str) -> Problem:
    """Return the problem of a row or line with bytes that are no text."""
    return Problem(
        "row_damaged", place, "This row holds damaged bytes and is left out. Save the file again."
    )


def sheets_unread(name: str, first: str, others: Sequence[str]) -> Problem:
    """Return the problem of a workbook with more sheets than the first, which alone is read."""
    shown = ", ".join(others)[:100]
    return Problem(
        "sheets_unread",
        name,
        f"Only the first sheet, '{first[:60]}', is read. Not read: {shown}. Say which (sheet) to "
        "read another.",
        {"first": first[:60], "sheets": shown},
    )


def columns_unread(name: str, header: list[str], used: Collection[int | None]) -> Iterator[Problem]:
    """Yield the problem of a table with columns that nothing is taken from."""
    unread = [cell.strip() for at, cell in enumerate(header) if at not in used and cell.strip()]
    if unread:
        shown = ", ".join(unread)[:100]
        text = f"These columns are not read: {shown}."
        yield Problem("columns_unread", name, text, {"columns": shown})


def columns_missing(name: str, wanted: str, header: list[str]) -> Problem:
    """Return the problem of a table whose header lacks a column."""
    shown = ",".join(header)[:100]
    return Problem(
        "columns_missing",
        name,
        f"The table has the columns '{shown}' but no {wanted}, so none of its rows is read.",
        {"wanted": wanted, "header": shown},
    )


def text_empty(place: str) -> Problem:
    """Return the problem of a row without text."""
    return Problem("text_empty", place, "This row has no text and is left out.")


def number_malformed(place: str, given: str) -> Problem:
    """Return the problem of a value that is no number."""
    text = f"'{given[:50]}' is no number; the sample has no value."
    return Problem("number_malformed", place, text, {"given": given[:50]})


def quote_open(place: str) -> Problem:
    """Return the problem of a row whose quotation mark would swallow all that follows."""
    return Problem(
        "quote_open",
        place,
        "A quotation mark in this row is never closed; the row is left out, and those after it "
        "are read. Close the mark, or write it twice where it is a letter.",
    )
