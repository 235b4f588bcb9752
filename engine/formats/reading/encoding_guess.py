"""Which encoding a text is in that says nothing of it: one rule for tables, texts and previews.

By its mark, else UTF-16 by its zeros, else UTF-8, whole or with few damaged bytes. Of the encodings
of East Asia, which mostly are valid for each other's bytes, it is the one in which most letters are
common ones: each puts those into a block of its own. A letter with an accent of Latin-1 mostly
stands alone among letters without; letters that are written in two bytes stand together.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from engine.specs.samples.table_reading import Encoding

Chunks = Callable[[], Iterable[bytes]]
"""Gives the bytes of a text from its beginning, as often as it is asked."""

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SAMPLE = 1 << 16
_MAX_BAD_SHARE = 0.25
"""With more damaged bytes for each letter beyond ASCII a file is in another encoding."""
_HIGH_BYTES = bytes(range(0x80, 0x100))
_LINES = re.compile(rb"[^\n\r]+[\n\r]*")
_DAMAGED = re.compile("[\udc80-\udcff]")
_HIGH_RUNS = re.compile("[^\x00-\x7f]+")
# Windows' own signs, such as € and curly quotes, lie where Latin-1 has control characters.
_WINDOWS_SIGNS = re.compile(rb"[\x80-\x9f]")
# Korean and Japanese in EUC are letters of GB 2312 as well; so many of them are no accident.
_MIN_HANGUL = 16
_MIN_KANA_SHARE = 0.2
_MIN_SHARE, _MIN_SHARE_NEARLY_UTF8 = 0.5, 0.9


@dataclass(frozen=True)
class Guess:
    """An encoding; ``num_damaged`` bytes of a text are not UTF-8, which it is but for them."""

    encoding: Encoding
    num_damaged: int = 0

    @property
    def is_sure(self) -> bool:
        """Tell whether hardly a text in another encoding looks so."""
        return self.encoding.startswith("utf")


def guess_encoding(chunks: Chunks, *, is_whole: bool = True) -> Guess:
    """Return the encoding that a text looks like and all of it is valid in.

    Args:
        chunks: of the text, or of its beginning; the first is large enough to tell UTF-16 by.
        is_whole: nothing was cut off.
    """
    start = next(iter(chunks()), b"")[:_SAMPLE]
    marked = _marked(start)
    if marked is not None:
        return Guess(marked)
    num_bad, num_good = _utf8_bytes(chunks(), is_whole=is_whole)
    if not num_bad:
        return Guess("utf-8")
    is_nearly = num_bad <= _MAX_BAD_SHARE * num_good
    high = _high_lines(chunks())
    for encoding in _asian(high, is_nearly_utf8=is_nearly):
        if _is_valid(chunks(), encoding, is_whole):
            return Guess(encoding)
    if is_nearly:
        return Guess("utf-8", num_bad)
    if _WINDOWS_SIGNS.search(high) and _is_valid(chunks(), "cp1252", is_whole):
        return Guess("cp1252")
    return Guess("latin-1")


def count_damages(content: bytes, *, is_whole: bool = True) -> int:
    """Return how many bytes of a text are no UTF-8 while nearly all are, else 0."""
    num_bad, num_good = _utf8_bytes([content], is_whole=is_whole)
    return num_bad if num_bad <= _MAX_BAD_SHARE * num_good else 0


def is_damaged(text: str) -> bool:
    """Tell a text with bytes in it that are no letters of its file's encoding."""
    return _DAMAGED.search(text) is not None


def _marked(start: bytes) -> Encoding | None:
    if start.startswith(_UTF16_MARKS):
        return "utf-16"
    for place, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(start) > 3 and start[place::2].count(0) > 0.4 * len(start[place::2]):
            return cast(Encoding, encoding)
    return None


def _utf8_bytes(chunks: Iterable[bytes], *, is_whole: bool) -> tuple[int, int]:
    """Return how many bytes are no UTF-8, and how many letters beyond ASCII are."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")
    num_bad = num_good = 0
    for chunk in chunks:
        text = decoder.decode(chunk)
        if text.isascii():
            continue
        kept = text.encode("utf-8", "ignore")
        num_bad += len(text) - len(kept.decode())
        num_good += len(kept.decode()) - len(kept.translate(None, _HIGH_BYTES))
    if is_whole:
        # Half a letter at the end is damage too.
        num_bad += len(decoder.decode(b"", final=True))
    return num_bad, num_good


def _high_lines(chunks: Iterable[bytes]) -> bytes:
    """Return the first lines that hold more than ASCII: no letter's last byte ends a line."""
    found: list[bytes] = []
    num = 0
    for chunk in chunks:
        for line in () if chunk.isascii() else _LINES.finditer(chunk):
            if line[0].isascii():
                continue
            found.append(line[0][: _SAMPLE - num])
            num += len(found[-1])
            if num >= _SAMPLE:
                return b"".join(found)
    return b"".join(found)


def _is_valid(chunks: Iterable[bytes], encoding: str, is_whole: bool) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for chunk in chunks:
            decoder.decode(chunk)
        decoder.decode(b"", final=is_whole)
    except UnicodeDecodeError:
        return False
    return True


def _asian(high: bytes, *, is_nearly_utf8: bool) -> Iterator[Encoding]:
    """Yield the encodings in which most letters are common ones, the best first.

    Of what would be UTF-8 but for some bytes nearly all have to be, in words of several.
    """
    least = _MIN_SHARE_NEARLY_UTF8 if is_nearly_utf8 else _MIN_SHARE
    scores = {
        encoding: _score(high, encoding, common, in_words=is_nearly_utf8)
        for encoding, common in _COMMON.items()
    }
    for encoding, score in sorted(scores.items(), key=lambda one: -one[1]):
        if score > least:
            yield encoding


def _score(
    high: bytes, encoding: Encoding, is_common: Callable[[bytes], bool], *, in_words: bool
) -> float:
    """Return the share of common letters among those beyond ASCII.

    With ``in_words`` only those beside another count. A letter of which one byte is ASCII counts
    only so anyway: an accent or a curly quote before an unaccented letter looks like one.
    """
    text = codecs.getincrementaldecoder(encoding)("replace").decode(high)
    beside: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for run in _HIGH_RUNS.findall(text):
        (alone if len(run) == 1 else beside).update(run)
    num_common = num = 0
    for letters in (beside, alone):
        for letter, times in letters.items():
            code = letter.encode(encoding, "ignore")
            if encoding == "cp932" and len(code) == 1 and 0xA1 <= code[0] <= 0xDF:
                # Half-wide kana: every high byte of other encodings is one.
                continue
            num += times
            is_whole_high = not in_words and min(code, default=0) >= 0x80
            if is_common(code) and (letters is beside or is_whole_high):
                num_common += times
    known = beside + alone
    if encoding == "cp949" and sum("가" <= letter <= "힣" for letter in known) < _MIN_HANGUL:
        return 0.0
    num_kana = sum(times for letter, times in known.items() if "ぁ" <= letter <= "ー")
    if encoding == "euc_jp" and num_kana < _MIN_KANA_SHARE * num:
        return 0.0
    return num_common / num if num else 0.0


def _of_gb2312(code: bytes) -> bool:
    """Tell punctuation and the first level of letters: pairs of high bytes."""
    return _is_in(code, (0xA1, 0xA3), (0xB0, 0xD7)) and code[1] >= 0xA1


def _of_big5(code: bytes) -> bool:
    """Tell punctuation and the frequent letters, which have the fewer strokes."""
    return _is_in(code, (0xA1, 0xA3), (0xA4, 0xC6))


def _of_shift_jis(code: bytes) -> bool:
    """Tell punctuation, kana and the first level of kanji."""
    return _is_in(code, (0x81, 0x83), (0x88, 0x98))


def _of_jis_x_0208(code: bytes) -> bool:
    """Tell punctuation, kana and the first level of kanji in EUC."""
    return _is_in(code, (0xA1, 0xA1), (0xA3, 0xA5), (0xB0, 0xCF))


def _of_ks_x_1001(code: bytes) -> bool:
    """Tell punctuation and the common syllables of Korean."""
    return _is_in(code, (0xA1, 0xA3), (0xB0, 0xC8)) and code[1] >= 0xA1


def _is_in(code: bytes, *leads: tuple[int, int]) -> bool:
    return len(code) == 2 and any(low <= code[0] <= high for low, high in leads)


# Of those with equal scores the first is meant: its rule is the stricter one.
_COMMON: dict[Encoding, Callable[[bytes], bool]] = {
    "cp949": _of_ks_x_1001,
    "gb18030": _of_gb2312,
    "euc_jp": _of_jis_x_0208,
    "big5hkscs": _of_big5,
    "cp932": _of_shift_jis,
}
