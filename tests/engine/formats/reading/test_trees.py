"""Files from outside are taken only where they are safe, and every one left out is named."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from engine.errors import DataError
from engine.formats.reading.paths import decode_zip_name
from engine.formats.reading.trees import FolderTree, Limits, ZipTree, open_tree
from tests.engine.formats.trees import codes, zipped


def test_a_zip_is_read_by_decoded_names_and_without_what_systems_leave() -> None:
    tree = ZipTree(
        zipped([("a\\b/猫.png", b"1"), ("__MACOSX/x", b""), (".DS_Store", b""), ("é.txt", b"2")])
    )
    assert tree.names() == ["a/b/猫.png", "é.txt"]
    assert tree.open("é.txt").read() == b"2"
    with pytest.raises(KeyError):
        tree.open("nothing")


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "latin-1"])
def test_names_written_without_the_utf8_flag_are_guessed(encoding: str) -> None:
    name = "Zoë.png" if encoding == "latin-1" else "图片.png"
    raw = name.encode(encoding)
    content = zipped([("?" * len(raw), b"1")]).getvalue().replace(b"?" * len(raw), raw)
    assert ZipTree(io.BytesIO(content)).names() == [name]


@pytest.mark.parametrize("name", ["../up.png", "/root.png", "C:\\x.png", "a/../../b", "a\x01b"])
def test_paths_that_lead_out_are_refused_by_name(name: str) -> None:
    tree = ZipTree(zipped([(name, b"1"), ("good.png", b"2")]))
    assert tree.names() == ["good.png"]
    assert codes(tree.problems()) == ["path_unsafe"]


def test_archives_links_and_repeated_entries_are_left_out() -> None:
    link = zipfile.ZipInfo("link.png")
    link.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("inner.zip", b"PK")
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.png", b"first")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.png", b"second")
    tree = ZipTree(out)
    assert codes(tree.problems()) == ["archive_nested", "path_unsafe", "entry_repeated"]
    assert tree.names() == ["a.png"]
    assert tree.open("a.png").read() == b"first"


def test_locked_entries_are_left_out() -> None:
    content = bytearray(zipped([("a.png", b"1")]).getvalue())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    tree = ZipTree(io.BytesIO(bytes(content)))
    assert codes(tree.problems()) == ["entry_encrypted"]


def test_bombs_are_refused_before_anything_is_unpacked() -> None:
    with pytest.raises(DataError) as refused:
        ZipTree(zipped([("a.txt", bytes(10 * 2**20))]))
    assert refused.value.code == "archive_bomb"
    with pytest.raises(DataError):
        ZipTree(zipped([("a.txt", b"12"), ("b.txt", b"3")]), Limits(max_entries=1))
    noise = bytes(range(256)) * 4
    tree = ZipTree(zipped([("big", noise), ("small", b"1")]), Limits(max_entry_bytes=1000))
    assert codes(tree.problems()) == ["entry_bomb"]


def test_damage_inside_a_zip_is_an_error_of_reading() -> None:
    content = bytearray(zipped([("a.txt", bytes(range(256)) * 8)]).getvalue())
    content[60:70] = bytes(10)
    stream = ZipTree(io.BytesIO(bytes(content))).open("a.txt")
    with pytest.raises(OSError, match="damaged"):
        stream.read()
    with pytest.raises(DataError, match="no zip"):
        ZipTree(io.BytesIO(b"nothing of the kind"))


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "secret.txt", tmp_path / "data"
    outside.write_text("x")
    (folder / "cat").mkdir(parents=True)
    (folder / "cat" / "1.png").write_bytes(b"1")
    (folder / "cat" / "2.png").symlink_to(outside)
    (folder / "more").symlink_to(tmp_path)
    tree = FolderTree(folder)
    assert tree.names() == ["cat/1.png"]
    assert codes(tree.problems()) == ["path_unsafe", "path_unsafe"]


def test_a_single_file_is_a_tree_of_one(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("a,b")
    with open_tree(tmp_path / "rows.csv") as tree:
        assert tree.names() == ("rows.csv",)
        with tree.open("rows.csv") as file:
            assert file.read() == b"a,b"
    with pytest.raises(DataError, match="no folder or file"), open_tree(tmp_path / "no"):
        pass


@pytest.mark.parametrize("name", ["Zoë Übung", "фото", "写真", "عكس"])
def test_names_in_utf8_without_the_flag_stay_what_they_are(name: str) -> None:
    assert decode_zip_name(name.encode().decode("cp437"), is_utf8=False) == name
