"""What is written in drawn lines: words, numbers and signs of European languages, and Chinese.

The texts say nothing, so that a network learns characters and not a language.
"""

from __future__ import annotations

import string

from engine.data.ocr.synthesis.corpus import Random, draw_text

ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
_ACCENTED = "".join(chr(code) for code in range(0xC0, 0x100) if code not in (0xD7, 0xF7))
_SIGNS = "£€¥§°±×÷·–—‘’“”•…©®²³µ"
_CHINESE_SIGNS = "，。、；：？！（）《》【】￥"
_FIRST_LEVEL = range(0xB0, 0xD8)
"""The first bytes of the 3,755 commonest characters in GB 2312, level 1."""

_ONSETS = ("", *"bcdfghjklmnpqrstvwxyz", "th", "sh", "ch", "st", "tr", "pr", "qu", "fl", "gr", "wh")
_NUCLEI = (*"aeiouy", "ea", "ou", "io", "ee", "ai")
_CODAS = ("", *"nrstldmckpgfxbz", "ng", "nt", "st", "ck", "ll", "rs")
_ENDS = (".", ",", ":", ";", "!", "?", "-", "/")
_WRAPPED = ("({})", "[{}]", '"{}"', "'{}'", "“{}”", "‘{}’", "<{}>", "{{{}}}", "#{}", "@{}", "*{}")


def _first_level() -> str:
    places = (bytes((row, cell)) for row in _FIRST_LEVEL for cell in range(0xA1, 0xFF))
    return "".join(place.decode("gb2312", errors="ignore") for place in places)


HAN = _first_level()
"""The commonest Chinese characters, simplified."""

CHARACTERS = "".join(sorted(set(ASCII + _ACCENTED + _SIGNS + _CHINESE_SIGNS + HAN)))
"""All that is ever written, in the order of code points."""


def write(random: Random, length: int, chinese: float) -> str:
    """Return a text of one line.

    Args:
        random: the source of chance.
        length: of the longest text, in characters; Chinese ones count double.
        chinese: the share of texts that have such characters.
    """
    if random.random() < chinese:
        return _chinese(random, max(1, length // 2))
    text = ""
    while len(text) < length:
        text = f"{text} {_token(random)}".lstrip()
        if random.random() < 0.3:
            break
    return text[:length].strip() or str(int(random.integers(100)))


def _token(random: Random) -> str:
    kind = random.random()
    if kind < 0.25:
        return draw_text(random)
    if kind < 0.35:
        return _any(random, ASCII[1:], 6)
    if kind < 0.42:
        return _any(random, _ACCENTED + string.ascii_letters, 8)
    if kind < 0.45:
        return _any(random, _SIGNS, 2)
    word = _word(random)
    if random.random() < 0.15:
        return _WRAPPED[int(random.integers(len(_WRAPPED)))].format(word)
    if random.random() < 0.2:
        return word + _ENDS[int(random.integers(len(_ENDS)))]
    return word


def _word(random: Random) -> str:
    parts = (_ONSETS, _NUCLEI, _CODAS)
    syllables = [
        part[int(random.integers(len(part)))]
        for _ in range(int(random.integers(1, 4)))
        for part in parts
    ]
    word = "".join(syllables)
    case = random.random()
    if case < 0.55:
        return word
    return word.title() if case < 0.8 else word.upper()


def _any(random: Random, characters: str, most: int) -> str:
    count = int(random.integers(1, most + 1))
    return "".join(characters[place] for place in random.integers(len(characters), size=count))


def _chinese(random: Random, length: int) -> str:
    text = ""
    while len(text) < length:
        kind = random.random()
        if kind < 0.8:
            text += _any(random, HAN, 6)
        elif kind < 0.9:
            text += _any(random, _CHINESE_SIGNS, 1)
        else:
            text += draw_text(random)
        if random.random() < 0.15:
            break
    return text[:length].strip() or HAN[0]
