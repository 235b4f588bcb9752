"""XML in the encodings that people write in is read; others cost their own file alone."""

from __future__ import annotations

import io
import itertools
import tracemalloc
from unittest.mock import Mock

import pytest

from engine.formats.markup import safe_xml
from engine.formats.markup.safe_xml import XmlError, iterate_xml, parse_xml
from engine.specs.data import DatasetFormat
from tests.engine.formats.trees import codes, image, read, tree

VOC = DatasetFormat.VOC
IMAGE = image(20, 10)


def annotation(label: str, encoding: str, image_name: str = "a.png") -> str:
    return (
        f'<?xml version="1.0" encoding="{encoding}"?><annotation>'
        f"<filename>{image_name}</filename><object><name>{label}</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>4</xmax>"
        "<ymax>5</ymax></bndbox></object></annotation>"
    )


@pytest.mark.parametrize(
    ("label", "declared", "written"),
    [
        ("红细胞", "GB2312", "gb2312"),
        ("镕", "gb2312", "gbk"),
        ("红细胞", "GBK", "gbk"),
        ("𠮷", "GB18030", "gb18030"),
        ("細胞", "Big5", "big5"),
        ("細胞①", "Shift_JIS", "cp932"),
        ("細胞", "EUC-JP", "euc-jp"),
        ("세포", "EUC-KR", "euc-kr"),
        ("клетка", "windows-1251", "cp1251"),
        ("Käse", "ISO-8859-1", "latin-1"),
        ("Käse", "utf8", "utf-8"),
        ("红细胞", "UTF-8", "utf-8-sig"),
        ("红细胞", "utf-16", "utf-8"),
        ("红细胞", "UTF-16", "utf-16"),
    ],
)
def test_labels_are_read_in_the_encoding_that_is_declared(
    label: str, declared: str, written: str
) -> None:
    content = annotation(label, declared).encode(written)
    items, problems = read(VOC, tree({"a.xml": content, "a.png": IMAGE}))
    assert problems == []
    assert [region.label for region in items[0].regions] == [label]


@pytest.mark.parametrize("declared", ["klingon", "rot13", "base64", "punycode", "idna", "zlib"])
def test_an_encoding_that_is_not_known_costs_its_file_alone(declared: str) -> None:
    files = {
        "a.xml": annotation("x", declared),
        "a.png": IMAGE,
        "b.xml": annotation("y", "utf-8", "b.png"),
        "b.png": IMAGE,
    }
    items, problems = read(VOC, tree(files))
    assert [(one.code, one.place) for one in problems] == [("annotation_malformed", "a.xml")]
    assert declared in problems[0].message
    assert [region.label for item in items for region in item.regions] == ["y"]


def test_bytes_that_are_not_in_the_declared_encoding_cost_their_file_alone() -> None:
    content = annotation("?", "EUC-JP").encode().replace(b"?<", b"\xff\xff<")
    _, problems = read(VOC, tree({"a.xml": content, "a.png": IMAGE}))
    assert codes(problems) == ["annotation_malformed"]


def test_a_long_document_in_another_encoding_is_read_piece_by_piece() -> None:
    rows = "".join(f"<row>细胞{number}</row>" for number in range(60_000))
    content = f'<?xml version="1.0" encoding="GBK"?><all>{rows}</all>'.encode("gbk")
    tracemalloc.start()
    found = [row.text for row in iterate_xml(io.BytesIO(content), ("row",))]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found[::59_999] == ["细胞0", "细胞59999"]
    assert peak < 12e6


def test_an_element_of_more_parts_than_memory_has_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(safe_xml, "MAX_PARTS", 1000)
    parts = "<b/>" * 2000
    with pytest.raises(XmlError, match="1000 parts"):
        parse_xml(io.BytesIO(f"<a>{parts}</a>".encode()))
    assert sum(1 for _ in iterate_xml(io.BytesIO(f"<a>{parts}</a>".encode()), ("b",))) == 2000


def test_a_tag_that_does_not_end_is_given_to_the_parser_in_growing_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    create = safe_xml.expat.ParserCreate
    sizes: list[int] = []

    def counting(encoding: str | None) -> Mock:
        parser = create(encoding)
        spy = Mock(wraps=parser)

        def parse(data: bytes, is_final: bool) -> None:
            sizes.append(len(data))
            parser.Parse(data, is_final)
            spy.CurrentByteIndex = parser.CurrentByteIndex

        spy.Parse = parse
        return spy

    monkeypatch.setattr(safe_xml.expat, "ParserCreate", counting)
    for limit in (2**20, safe_xml.MAX_TOKEN_BYTES):
        sizes.clear()
        monkeypatch.setattr(safe_xml, "MAX_TOKEN_BYTES", limit)
        with pytest.raises(XmlError, match=f"{limit} bytes"):
            parse_xml(io.BytesIO(b'<a b="' + b"x" * 2 * limit))
        # Each time the parser begins the tag anew: in all it reads a few times the length.
        assert limit < sum(sizes) <= 2 * limit + 8
        assert sum(itertools.accumulate(sizes)) < 5 * limit


def test_long_values_are_read_whole_whatever_their_length() -> None:
    for length in (1, 2**16 - 7, 2**16, 200_001, 3_000_000):
        rows = b"".join(b'<r v="%s">%s</r>' % (b"v" * length, b"t" * length) for _ in range(2))
        found = list(iterate_xml(io.BytesIO(b"<all>" + rows + b"</all>"), ("r",)))
        assert [(len(row.get("v", "")), len(row.text or "")) for row in found] == [
            (length,) * 2
        ] * 2
