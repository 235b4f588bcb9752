"""``predict`` reads files and tables as ``easel run`` does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main
from tests.sdk.text_package import sameness, write_text_package
from tests.sdk.tiny_package import plain_image


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages") / "pairs"
    pair = {"text1": "fine", "text2": "lovely"}
    labels = ("same", "different")
    return write_text_package(folder, [sameness()], [pair], kind="text_pair", labels=labels)


def test_each_row_of_a_table_is_answered(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.csv").write_text("text1,text2\nfine,lovely\nfine,awful\n")
    assert main(["predict", "--package", str(package), "--json", str(tmp_path / "rows.csv")]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(line["file"]).name for line in lines] == ["rows.csv:1", "rows.csv:2"]
    assert [line["results"][0]["name"] for line in lines] == ["same", "different"]


def test_an_image_is_refused_by_what_is_expected(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.png").write_bytes(plain_image((230, 5, 5)))
    assert main(["predict", "--package", str(package), str(tmp_path / "a.png")]) == 65
    assert "Give a table (.csv, .json, .jsonl) for 'text1', 'text2'" in capsys.readouterr().err
