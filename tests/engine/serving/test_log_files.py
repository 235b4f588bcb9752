"""Logs that others read while they are written: whole lines, and no file that grows for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.gateway.shadows import Shadows
from engine.serving import files
from engine.serving.files import append_lines


def test_a_full_log_is_renamed_and_another_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LOG_BYTES", 10)
    log = tmp_path / "shadows-7.jsonl"
    for line in (b"1 2 3\n", b"4 5 6\n", b"7 8 9\n", b"a b c d e f\n", b"g\n"):
        append_lines(log, line)
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found == {
        "shadows-7.1.jsonl": b"1 2 3\n4 5 6\n",
        "shadows-7.2.jsonl": b"7 8 9\na b c d e f\n",
        "shadows-7.jsonl": b"g\n",
    }


def test_a_log_of_shadows_begins_anew_when_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LOG_BYTES", 10)
    shadows = Shadows(tmp_path / "deployment")
    for line in (b"1 2 3 4 5 6\n", b"7\n"):
        shadows._lines.append(line)
        shadows.flush()
    names = sorted(path.name.count(".") for path in (tmp_path / "deployment").iterdir())
    assert names == [1, 2]
