"""Rows of tables become texts, whatever the program that saved them."""

from __future__ import annotations

import io
import tracemalloc
from collections import Counter
from typing import BinaryIO

import pytest

from engine.errors import DataError
from engine.formats import text_table
from engine.formats.given_columns import GivenColumns
from engine.formats.layout import Item
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree
from engine.specs.data import DatasetFormat, Split
from engine.specs.samples.table_reading import TableReading
from tests.engine.formats.trees import codes, essence, read, real, round_trip, tree
from tests.engine.formats.workbooks import workbook

TEXT = DatasetFormat.TEXT_TABLE


def rows(
    content: bytes | str, name: str = "rows.csv", *, multi_label: bool = False
) -> list[tuple[str, tuple[str, ...]]]:
    items, problems = read(TEXT, tree({name: content}), multi_label=multi_label)
    assert set(codes(problems)) <= {"columns_unread"}
    return [((item.content or b"").decode(), item.labels) for item in items]


EXPECTED = [("很好, 推荐", ("1",)), ('two\nlines "quoted"', ("0",))]
CSV = 'label,Review\r\n1,"很好, 推荐"\r\n\r\n0,"two\nlines ""quoted"""\r\n'


@pytest.mark.parametrize(
    "content",
    [
        CSV.encode(),
        CSV.encode("utf-8-sig"),
        CSV.encode("utf-16"),
        CSV.replace(",1", ";1").replace("label,", "label;").replace("1,", "1;").replace("0,", "0;"),
    ],
)
def test_columns_are_found_by_name_in_any_encoding(content: bytes | str) -> None:
    assert rows(content) == EXPECTED


def test_chinese_encodings_are_guessed_and_said() -> None:
    items, problems = read(TEXT, tree({"a.csv": CSV.encode("gb18030")}))
    assert [(item.content or b"").decode() for item in items] == [text for text, _ in EXPECTED]
    assert [one.params for one in problems] == [{"encoding": "gb18030"}]


def test_columns_are_found_by_position_without_a_header() -> None:
    assert rows('good "x\tpos\nbad\tneg\n', "train.txt") == [
        ('good "x', ("pos",)),
        ("bad", ("neg",)),
    ]
    assert rows("one text, with a comma\nanother\n", "a.txt") == [
        ("one text, with a comma", ()),
        ("another", ()),
    ]


def test_workbooks_are_read_like_tables() -> None:
    table = [["编号", "文本", "标签"], ["1", "a < b", "x"], ["", "", ""], ["2", "12", "y"]]
    assert rows(workbook(table), "a.xlsx") == [("a < b", ("x",)), ("12", ("y",))]


def test_damaged_workbooks_are_named() -> None:
    content = workbook([["text"], ["a"]])
    for broken in (
        b"PK nothing",
        content[:-30],
        workbook([["text"]]).replace(b"sheet9", b"sheetX"),
    ):
        with pytest.raises(DataError):
            read(TEXT, tree({"a.xlsx": broken}))
    _, problems = read(TEXT, tree({"a.xlsx": b"no", "b.txt": "hello"}))
    assert codes(problems) == ["table_damaged"]


def test_splits_come_from_a_column_or_the_name_of_the_file() -> None:
    items, _ = read(
        TEXT,
        tree({"a.csv": "text,split\nx,dev\ny,\n", "dev.tsv": "text\nz\n", "test/a.csv": "text\nw"}),
    )
    assert [item.split for item in items] == [Split.VALIDATION, None, Split.VALIDATION, Split.TEST]


def test_several_labels_are_separated() -> None:
    assert rows("text,label\na,x|y;z\nb,x;y\nc,\n", multi_label=True) == [
        ("a", ("x", "y;z")),
        ("b", ("x", "y")),
        ("c", ()),
    ]
    assert rows("text,label\na,x|y\n") == [("a", ("x|y",))]


def test_rows_left_out_are_named_by_line() -> None:
    content = 'id,text,labels\n1,"a\nb",x\n2\n3, ,x\n4,c,x|y\n'
    items, problems = read(TEXT, tree({"a.csv": content, "x.png": b""}))
    assert [(one.code, one.place) for one in problems] == [
        ("columns_unread", "a.csv"),
        ("row_short", "a.csv:4"),
        ("text_empty", "a.csv:5"),
        ("row_many_labels", "a.csv:6"),
        ("file_unused", "x.png"),
    ]
    assert [(item.place, item.name) for item in items] == [("a.csv:3", "a-3.txt")]


def test_a_table_without_a_text_is_refused() -> None:
    with pytest.raises(DataError, match="text,label"):
        read(TEXT, tree({"a.csv": "id,label\n1,x\n"}))


def test_what_is_written_reads_back_the_same() -> None:
    items = [
        Item("1", "1", content=b'a,"b"\nc; d', labels=("x, y", "z"), split=Split.TRAIN),
        Item("2", "2", content="猫".encode(), labels=("x, y",), split=Split.TEST),
        Item("3", "3", content=b"plain", labels=()),
    ]
    back, lost = round_trip(TEXT, items, tree({}), multi_label=True)
    assert lost == []
    assert [essence(one) for one in back] == [essence(one) for one in items]
    back, lost = round_trip(TEXT, items[1:2], tree({}))
    assert [essence(one) for one in back] == [essence(items[1])]


def test_what_a_table_cannot_hold_is_counted() -> None:
    items = [
        Item("1", "1", content=b"a", labels=("x|y",), value=3.0),
        Item("2", "2", content=b"\xff\xfe\xfd"),
        Item("3", "3", file="gone.txt"),
    ]
    back, lost = round_trip(TEXT, items, tree({}))
    assert codes(lost) == ["not_held", "label_renamed", "text_not_utf8", "file_unreadable"]
    assert [one.labels for one in back] == [("x/y",)]


class _Endless(io.RawIOBase):
    """A table of many rows that is made while it is read."""

    def __init__(self, num_rows: int) -> None:
        super().__init__()
        self._left, self._row = num_rows, b"x,some text of usual length that repeats itself\n" * 100
        self._buffer = b"label,text\n"

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        if not self._buffer and self._left:
            self._buffer, self._left = self._row, self._left - 100
        num = min(len(buffer), len(self._buffer))
        buffer[:num] = self._buffer[:num]
        self._buffer = self._buffer[num:]
        return num

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        assert offset == 0
        self.__init__(30_000)  # type: ignore[misc]
        return 0


class _EndlessTree(MemoryTree):
    def open(self, name: str) -> BinaryIO:
        return io.BufferedReader(_Endless(30_000))  # type: ignore[return-value]


def test_memory_does_not_grow_with_the_number_of_rows() -> None:
    tracemalloc.start()
    try:
        num = sum(isinstance(one, Item) for one in text_table.read(_EndlessTree({"a.csv": b""})))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert num == 30_000
    assert peak < 8 * 2**20


def test_the_reviews_are_all_there() -> None:
    with real("hotel_reviews_zh") as files:
        items, problems = read(TEXT, files)
    assert Counter(item.labels for item in items) == {("1",): 5322, ("0",): 2443}
    assert codes(problems) == ["text_empty"]
    with real("movie_reviews/reviews.csv") as files:
        items, problems = read(TEXT, files)
    assert Counter(item.labels for item in items) == {("neg",): 1000, ("pos",): 1000}
    assert problems == []


@pytest.mark.parametrize("name", ["类型", "类别", "标签", "label_id", "category", "Class_Name"])
def test_a_column_called_like_a_label_is_never_the_text(name: str) -> None:
    lines = [
        f"{text},{kind} 的完整而且很长的类别名称"
        for text, kind in zip("好坏行差", "正负正负", strict=True)
    ]
    items, problems = read(TEXT, tree({"a.csv": "\n".join([f"sms,{name}", *lines])}))
    assert [item.labels for item in items][:2] == [
        ("正 的完整而且很长的类别名称",),
        ("负 的完整而且很长的类别名称",),
    ]
    assert codes(problems) == ["columns_guessed"]


MISSING = "text,label\na,x\nb,nan\nc,NULL\nd,None\ne,N/A\nf,none\ng,nano\n"


@pytest.mark.parametrize("multi_label", [False, True])
def test_words_for_no_value_are_no_labels_and_counted(multi_label: bool) -> None:
    items, problems = read(
        DatasetFormat.TEXT_TABLE, tree({"a.csv": MISSING}), multi_label=multi_label
    )
    said = [(one.labels, one.is_annotated) for one in items]
    assert said == [
        (("x",), True),
        *[((), False)] * 4,
        (("none",), True),
        (("nano",), True),
    ]
    assert [(one.code, one.params) for one in problems] == [
        ("labels_missing", {"num": 4, "words": "nan, NULL, None, N/A"})
    ]


def test_words_for_no_value_are_labels_where_somebody_says_so() -> None:
    given = GivenColumns(TableReading(missing=("NULL",)))
    found = list(read_tree(DatasetFormat.TEXT_TABLE, tree({"a.csv": MISSING}), given=given))
    labels = [one.labels for one in found if isinstance(one, Item)]
    assert labels == [("x",), ("nan",), (), ("None",), ("N/A",), ("none",), ("nano",)]


def test_words_for_no_value_are_no_labels_of_pairs_and_files() -> None:
    pairs = tree({"a.csv": "text1,text2,label\na,b,x\nc,d,nan\n"})
    items, problems = read(DatasetFormat.TEXT_PAIRS, pairs)
    assert [(one.labels, one.is_annotated) for one in items] == [(("x",), True), ((), False)]
    assert codes(problems) == ["labels_missing"]
    files = tree({"labels.csv": "file,label\na.png,x\nb.png,nan\n", "a.png": b"", "b.png": b"1"})
    items, problems = read(DatasetFormat.CSV_LABELS, files)
    assert [(one.labels, one.is_annotated) for one in items] == [(("x",), True), ((), False)]
    assert codes(problems) == ["labels_missing"]


def test_lines_of_toutiao_hold_a_label_between_their_id_and_their_text() -> None:
    content = (
        "6551700932705387022_!_101_!_news_culture_!_京城的博物馆, 值得一去_!_保利集团,马未都\n"
        "6552368441838272771_!_102_!_news_entertainment_!_新片上映_!_\n"
        "6552407965343678723_!_103_!_news_sports_!_终场 2:1\n"
    )
    items, problems = read(TEXT, tree({"train.txt": content}))
    assert [(one.labels, one.content.decode()) for one in items] == [
        (("news_culture",), "京城的博物馆, 值得一去"),
        (("news_entertainment",), "新片上映"),
        (("news_sports",), "终场 2:1"),
    ]
    assert problems == []


def test_labels_that_lines_begin_with_are_those_of_fasttext() -> None:
    content = "__label__正面 很好, 很快\n__label__负面 __label__退货 不好\n没有\n"
    items, problems = read(TEXT, tree({"train.txt": content}), multi_label=True)
    assert [(one.labels, one.content, one.is_annotated) for one in items] == [
        (("正面",), "很好, 很快".encode(), True),
        (("负面", "退货"), "不好".encode(), True),
        ((), "没有".encode(), False),
    ]
    items, problems = read(TEXT, tree({"train.txt": content}))
    assert [one.labels for one in items] == [("正面",), ()]
    assert [(one.code, one.num_lost) for one in problems] == [("row_many_labels", 2)]
