"""What the files of a VOC dataset count pixels from: decided once for all of them, and said.

VOC counts from 1, so that nothing begins before 1. Other tools count from 0, as datumaro does; it
writes its coordinates with a decimal point and a ``<source>`` of its own. Where one file of a
dataset counts from 0, its neighbours do too, whether a box of theirs touches the border or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.formats.layout import FileTree, Param, Problem

_MAX_ANNOTATION = 32 * 2**20
_BEGINNINGS = re.compile(rb"<[xy]min>\s*([-+.\deE]{1,40})\s*</[xy]min>")
_DATUMARO = re.compile(
    rb"<source>\s*<database>Unknown</database>\s*<annotation>Unknown</annotation>"
    rb"\s*<image>Unknown</image>\s*</source>"
)


@dataclass
class _Seen:
    """What speaks for either way: edges that begin at 0 and at 1, and files of datumaro."""

    num: int = 0
    num_zero: int = 0
    num_one: int = 0
    num_datumaro: int = 0
    at_zero: str = ""
    of_datumaro: str = ""

    def look(self, name: str, content: bytes) -> None:
        """Count what one file shows."""
        # Every second byte of UTF-16 is zero.
        content = content.replace(b"\x00", b"")
        found = _BEGINNINGS.findall(content)
        begins = [value for value in map(_number, found) if value is not None]
        self.num += len(begins)
        num_zero = sum(0 <= value < 1 for value in begins)
        self.num_zero += num_zero
        self.num_one += sum(value == 1 for value in begins)
        self.at_zero = self.at_zero or (name if num_zero else "")
        # Told to write VOC's own numbers, datumaro writes whole ones.
        if any(b"." in value for value in found) and _DATUMARO.search(content):
            self.num_datumaro += 1
            self.of_datumaro = self.of_datumaro or name


def first_pixel(tree: FileTree, names: Sequence[str]) -> tuple[int, list[Problem]]:
    """Return what the annotations of a dataset count pixels from, 0 or 1, and why.

    Nothing is said of a dataset without a box.

    Edges at 0 decide where they are no fewer than those at 1: objects that the border cuts begin at
    the first pixel. Fewer of them are mistakes in files that count from 1.

    Args:
        tree: where they are.
        names: of all annotations, one at least.
    """
    seen = _Seen()
    for name in names:
        try:
            with tree.open(name) as file:
                seen.look(name, file.read(_MAX_ANNOTATION))
        except OSError:
            # Whoever reads the file says that it cannot be read.
            continue
    zero, one = seen.num_zero, seen.num_one
    params: dict[str, Param] = {"num": zero, "other": one}
    if zero and zero >= one:
        text = (
            f"{zero} edges of boxes begin at 0 and {one} at 1, so all files of this dataset are "
            "read as counting pixels from 0 and not, as VOC does, from 1."
        )
        return 0, [Problem("voc_from_zero", seen.at_zero, text, params)]
    if 2 * seen.num_datumaro > len(names):
        num = seen.num_datumaro
        text = (
            f"{num} files were written by datumaro, which counts pixels from 0; all files of this "
            "dataset are read so and not, as VOC does, from 1."
        )
        return 0, [Problem("voc_from_zero_datumaro", seen.of_datumaro, text, {"num": num})]
    if zero:
        text = (
            f"{zero} edges of boxes begin at 0 and {one} at 1, so all files of this dataset are "
            "read as VOC has it, counting pixels from 1; the boxes at 0 are cut at the border."
        )
        return 1, [Problem("voc_mostly_one_based", seen.at_zero, text, params)]
    if not seen.num:
        return 1, []
    text = (
        "No box begins at 0, so all files of this dataset are read as VOC has it, counting pixels "
        "from 1. If the tool that wrote them counts from 0, boxes are one pixel off."
    )
    return 1, [Problem("voc_one_based", names[0], text)]


def _number(given: bytes) -> float | None:
    try:
        return float(given)
    except ValueError:
        return None
