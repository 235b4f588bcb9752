"""Tags become spans of a text that is put together as it was written."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.specs.data import DatasetFormat, Region, Relation, Split
from engine.specs.samples.geometry import Span
from tests.engine.formats.trees import codes, essence, read, real, round_trip, tree

CONLL = DatasetFormat.CONLL


def entities(content: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    items, problems = read(CONLL, tree({"a.conll": content}))
    assert problems == []
    return [marked(item) for item in items]


def marked(item: Item) -> tuple[str, list[tuple[str, str | None]]]:
    text = (item.content or b"").decode()
    spans = [(one.geometry, one.label) for one in item.regions]
    return text, [(text[s.start : s.end], label) for s, label in spans if isinstance(s, Span)]


def test_places_in_words_are_no_part_of_the_text() -> None:
    content = (
        "马0\tB-PER.NAM\n云1\tI-PER.NAM\n5\u00a00\tO\n".replace("\u00a0", "") + "10\tO\n。0\tO\n"
    )
    assert entities(content) == [("马云51。", [("马云", "PER.NAM")])]


def test_words_are_joined_with_spaces_and_characters_without() -> None:
    words = "-DOCSTART- -X- O O\n\nJohn NNP B-PER\nSmith NNP I-PER\nvisits VBZ O\n"
    words += "北 X B-LOC\n京 X I-LOC\n"
    assert entities(words) == [("John Smith visits北京", [("John Smith", "PER"), ("北京", "LOC")])]
    assert entities("A B-X\nb I-X\nc O\n") == [("Abc", [("Ab", "X")])]


@pytest.mark.parametrize(
    "tags", ["B-X I-X O B-X B-Y", "B-X E-X O S-X S-Y", "B-X M-X O B-X B-Y", "B_X L_X O U_X U_Y"]
)
def test_all_ways_to_tag_give_the_same_spans(tags: str) -> None:
    lines = "\n".join(f"{letter} {tag}" for letter, tag in zip("abcde", tags.split(), strict=True))
    assert entities(lines) == [("abcde", [("ab", "X"), ("d", "X"), ("e", "Y")])]


def test_tags_that_go_on_with_nothing_and_odd_lines_are_named() -> None:
    content = "a O\nb I-X\nodd\nc I-Y\n\n\n"
    items, problems = read(
        CONLL, tree({"dev.bio": content, "prose.txt": "just a text\nof two lines"})
    )
    assert [(one.code, one.place) for one in problems] == [
        ("line_malformed", "dev.bio:3"),
        ("tag_sequence", "dev.bio:2"),
        ("tag_sequence", "dev.bio:4"),
        ("file_unused", "prose.txt"),
    ]
    assert [marked(item) for item in items] == [("abc", [("b", "X"), ("c", "Y")])]
    assert items[0].split is Split.VALIDATION
    with pytest.raises(DataError, match="token"):
        read(CONLL, tree({"prose.txt": "just a text"}))


@pytest.mark.parametrize("texts", [("马云在杭州", "a"), ("John Smith ate.", "one 猫 two")])
def test_what_is_written_reads_back_the_same(texts: tuple[str, str]) -> None:
    regions = (
        Region(id="1", label="PER", geometry=Span(start=0, end=2)),
        Region(id="2", label="LOC", geometry=Span(start=3, end=5)),
    )
    if " " in texts[0]:
        regions = (Region(id="1", label="PER", geometry=Span(start=0, end=10)),)
    items = [
        Item("1", "1", content=texts[0].encode(), regions=regions, split=Split.TRAIN),
        Item("2", "2", content=texts[1].replace(" 猫 ", "猫").encode(), split=Split.TEST),
    ]
    back, lost = round_trip(CONLL, items, tree({}))
    assert lost == []
    assert {essence(one) for one in back} == {essence(one) for one in items}


def test_what_tags_cannot_hold_is_counted() -> None:
    regions = (
        Region(id="1", label="A", geometry=Span(start=0, end=4)),
        Region(id="2", label="B", geometry=Span(start=0, end=2)),
        Region(id="3", label="C", geometry=Span(start=6, end=8)),
    )
    relation = Relation(label="r", subject="1", object="2")
    items = [
        Item("1", "1", content=b"ab c  defg h", regions=regions, relations=(relation,)),
        Item("2", "2", content=b" \n"),
    ]
    back, lost = round_trip(CONLL, items, tree({}))
    assert codes(lost) == ["not_held", "not_held", "spaces_changed", "text_empty"]
    assert marked(back[0]) == ("ab c de fg h", [("ab c", "A"), ("de", "C")])


def test_the_weibo_messages_are_all_there() -> None:
    with real("weibo_ner") as files:
        items, problems = read(CONLL, files)
    assert Counter(item.split for item in items) == {
        Split.TRAIN: 1350,
        Split.VALIDATION: 270,
        Split.TEST: 270,
    }
    assert Counter(region.label for item in items for region in item.regions) == {
        "PER.NOM": 1152,
        "PER.NAM": 781,
        "GPE.NAM": 278,
        "ORG.NAM": 269,
        "LOC.NAM": 81,
        "LOC.NOM": 66,
        "ORG.NOM": 64,
        "GPE.NOM": 11,
    }
    # The published files hold 14 tags I- that follow no B- of their kind.
    assert codes(problems) == ["tag_sequence"] * 14
    assert (items[0].content or b"").decode() == "口腔溃疡加上这玩意～酸酸甜甜好滋味。"
