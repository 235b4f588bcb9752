"""What bytes are letters of is told alike for tables, texts and previews, and never silently."""

from __future__ import annotations

import time

import pytest

from backend.datasets.media.properties import Problem
from backend.datasets.media.text import decode
from engine.formats.given_columns import GivenColumns
from engine.formats.reading.encoding_guess import guess_encoding
from engine.formats.reading.encodings import open_text
from engine.formats.tables.column_preview import preview_columns, rules_of
from engine.formats.tables.preview import preview_table
from engine.specs.data import DatasetFormat
from engine.specs.samples.table_reading import TableReading
from tests.engine.formats.trees import codes, read, tree

SENTENCES = {
    "simplified": "这家酒店的服务很好，房间也干净，下次还会再来。早餐种类不多，但是味道不错。",
    "traditional": "這家飯店的服務很好，房間也乾淨，下次還會再來。早餐種類不多，但是味道不錯。",
    "japanese": "このホテルのサービスはとても良く、部屋も清潔でした。朝食も美味しい。",
    "korean": "이 호텔의 서비스는 아주 좋았고 방도 깨끗했습니다. 아침 식사 종류는 적지만 맛있어요.",
    "french": "Très déçu par l'hôtel : la chambre était à côté d'un café bruyant tout l'été.",
    "german": "Größe und Qualität überzeugen, das Frühstück wäre schöner mit süßem Gebäck.",
    "finnish": "TÄMÄ HOTELLI ON HYVÄ, MYÖS PÄÄTÖS YÖLLÄ ÄÄNEEN ÄTÄTÄ HÄTÄTILA. Hyvää yötä!",
    "danish": "Året gik på Ålborg, Århus og Åbenrå. Ærligt talt en god ø.",
    "quotes": "It’s the hotel’s “quiet” rooms that we’d liked – don’t miss the café’s cake…",
}
CASES = [
    ("simplified", "gb18030", "gb18030"),
    ("simplified", "gbk", "gb18030"),
    ("traditional", "big5", "big5hkscs"),
    ("traditional", "cp950", "big5hkscs"),
    ("japanese", "shift_jis", "cp932"),
    ("japanese", "euc_jp", "euc_jp"),
    ("korean", "euc_kr", "cp949"),
    ("french", "latin-1", "latin-1"),
    ("german", "latin-1", "latin-1"),
    ("finnish", "latin-1", "latin-1"),
    ("danish", "latin-1", "latin-1"),
    ("quotes", "cp1252", "cp1252"),
    ("french", "utf-8", "utf-8"),
    ("japanese", "utf-8-sig", "utf-8"),
    ("korean", "utf-16", "utf-16"),
    ("german", "utf-16-le", "utf-16-le"),
    ("german", "utf-16-be", "utf-16-be"),
]


@pytest.mark.parametrize(("sentence", "written", "expected"), CASES)
def test_every_way_in_reads_a_table_in_the_same_encoding_and_says_what_is_guessed(
    sentence: str, written: str, expected: str
) -> None:
    text = SENTENCES[sentence]
    content = f'text,label\n"{text}",good\n"{text[5:]}",bad\n'.encode(written)
    items, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": content}))
    assert items[0].content is not None
    assert items[0].content.decode() == text
    guessed = [one.params for one in problems if one.code == "encoding_guessed"]
    is_sure = expected.startswith("utf")
    assert guessed == ([] if is_sure else [{"encoding": expected}])

    found = preview_table(content, TableReading())
    assert (found.reading.encoding, found.rows[0][0]) == (expected, text)
    assert is_sure is not any(one.part == "encoding" and not one.is_sure for one in found.reasons)

    rules = rules_of(DatasetFormat.TEXT_TABLE)
    assert rules is not None
    columns = preview_columns(content, "a.csv", rules, GivenColumns())
    assert columns.reading.encoding == expected


@pytest.mark.parametrize(("sentence", "written", "expected"), CASES)
@pytest.mark.parametrize("num", [6, 12])
def test_a_few_letters_of_east_asia_are_enough(
    sentence: str, written: str, expected: str, num: int
) -> None:
    # Korean in EUC takes more letters to tell from Chinese.
    if expected in ("euc_jp", "cp932", "gb18030", "big5hkscs"):
        content = f"name,n\n{SENTENCES[sentence][:num]},1\n".encode(written)
        assert guess_encoding(lambda: [content]).encoding == expected


def test_words_of_kanji_alone_are_japanese() -> None:
    content = "都市,人口\n東京,1\n大阪,2\n名古屋,3\n".encode("shift_jis")
    assert guess_encoding(lambda: [content]).encoding == "cp932"


def test_half_wide_kana_beside_others_are_japanese() -> None:
    content = "氏名,ｶﾅ\n山田太郎,ﾔﾏﾀﾞﾀﾛｳ\n佐藤花子,ｻﾄｳﾊﾅｺ\n".encode("cp932")
    assert guess_encoding(lambda: [content]).encoding == "cp932"


def test_single_chinese_letters_between_ascii_are_chinese() -> None:
    content = "n,label\n1,好\n2,坏\n3,好\n".encode("gb18030")
    assert guess_encoding(lambda: [content]).encoding == "gb18030"


def test_letters_behind_a_long_beginning_of_ascii_are_looked_at() -> None:
    content = b"plain,1\n" * 200_000 + SENTENCES["traditional"].encode("big5")
    stream, problems = open_text(tree({"a.csv": content}), "a.csv")
    stream.close()
    assert [one.params for one in problems] == [{"encoding": "big5hkscs"}]
    assert guess_encoding(lambda: [content]).encoding == "big5hkscs"


@pytest.mark.parametrize(("sentence", "written", "expected"), CASES)
def test_a_text_of_its_own_is_read_so_or_refused(
    sentence: str, written: str, expected: str
) -> None:
    text = SENTENCES[sentence]
    found = decode(text.encode(written))
    if expected in ("latin-1", "cp1252"):
        assert isinstance(found, Problem)
        assert found.code == "not_a_text"
    else:
        assert found == text


def test_a_chosen_encoding_is_used_and_bytes_of_another_are_refused() -> None:
    content = f"text,label\n{SENTENCES['traditional']},a\n".encode("big5")
    found = preview_table(content, TableReading(encoding="big5hkscs"))
    assert found.rows[0][0] == SENTENCES["traditional"]
    items, problems = read(DatasetFormat.TEXT_TABLE, tree({"a.csv": content}))
    assert len(items) == 1
    assert codes(problems) == ["encoding_guessed"]


def test_a_long_line_is_told_in_linear_time() -> None:
    content = b"a" * 3_000_000 + b"\xe9"
    before = time.perf_counter()
    assert guess_encoding(lambda: [content]).encoding == "latin-1"
    assert time.perf_counter() - before < 2


@pytest.mark.parametrize("sentence", ["french", "german", "simplified", "japanese", "korean"])
def test_utf_8_with_a_damaged_byte_stays_utf_8(sentence: str) -> None:
    content = (SENTENCES[sentence] * 3).encode()
    for at in range(0, len(content), 7):
        damaged = content[:at] + b"\xe9" + content[at + 1 :]
        assert guess_encoding(lambda damaged=damaged: [damaged]).encoding == "utf-8", at


def test_repeated_chinese_letters_are_no_damaged_utf_8() -> None:
    content = "好".encode("gb18030") * 40
    assert guess_encoding(lambda: [content]).encoding == "gb18030"
