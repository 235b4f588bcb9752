"""What every format promises, and what carries their files to where they belong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.formats.layout import Item
from engine.formats.loading import load_writer
from engine.formats.reading.trees import FolderTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.packing import write_folder
from tests.engine.formats.trees import codes, read, tree
from tests.shared import ROOT


def test_formats_are_imported_without_what_they_only_sometimes_need() -> None:
    program = (
        "import sys\nfrom engine.formats.loading import load_format\n"
        "from engine.specs.data import DatasetFormat\n"
        "for key in DatasetFormat: load_format(key)\n"
        "print([name for name in ('torch', 'numpy', 'PIL', 'easel') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert result.stdout.strip() == "[]"


def test_a_format_that_is_only_read_says_so() -> None:
    with pytest.raises(ValueError, match="not written"):
        load_writer(DatasetFormat.LOOSE_FILES)


def test_a_folder_is_written_as_a_zip_is(tmp_path: Path) -> None:
    files = tree({"pics/a.png": b"1", "b.png": b"2"})
    items = [
        Item("1", "pics/a.png", file="pics/a.png", labels=("x",), value=1.0),
        Item("2", "a.png", file="b.png", labels=("x",)),
    ]
    lost = write_folder(DatasetFormat.CSV_LABELS, items, files, tmp_path)
    assert codes(lost) == ["not_held"]
    back, problems = read(DatasetFormat.CSV_LABELS, FolderTree(tmp_path))
    assert problems == []
    assert [(one.name, one.labels) for one in back] == [
        ("images/a-2.png", ("x",)),
        ("images/a.png", ("x",)),
    ]
    assert (tmp_path / "images/a.png").read_bytes() == b"1"
    assert (tmp_path / "images/a-2.png").read_bytes() == b"2"


def test_pieces_of_one_file_come_together(tmp_path: Path) -> None:
    long = [Item(str(n), str(n), content=b"x" * 3000) for n in range(2500)]
    assert write_folder(DatasetFormat.TEXT_TABLE, long, tree({}), tmp_path) == []
    items, _ = read(DatasetFormat.TEXT_TABLE, FolderTree(tmp_path))
    assert len(items) == 2500
