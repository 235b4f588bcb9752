"""The fonts of this machine; their licences are the machine's, and no font travels in a package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import ImageFont

from engine.errors import ResourceError

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_SUFFIXES = frozenset({".ttf", ".otf", ".ttc"})
# A font answers a character that it lacks with the glyph of this one.
_NOWHERE = "\uffff"
_PROBE_SIZE = 24


def find_fonts(folders: Iterable[Path] = FOLDERS) -> tuple[Path, ...]:
    """Return the font files below folders, sorted by name."""
    found = {
        path
        for folder in folders
        if folder.is_dir()
        for path in folder.rglob("*")
        if path.suffix.lower() in _SUFFIXES
    }
    return tuple(sorted(found))


def chosen_fonts(names: Sequence[str], folders: Iterable[Path] = FOLDERS) -> tuple[Path, ...]:
    """Return the fonts of these file names, or all where none is named.

    Raises:
        ResourceError: ``font_absent`` when the machine lacks one.
    """
    fonts = find_fonts(folders)
    if not names:
        return fonts
    known = {font.name: font for font in fonts}
    for name in names:
        if name not in known:
            raise ResourceError(
                f"The font '{name}' is not on this machine. Install it, or name one of: "
                f"{', '.join(list(known)[:20])}.",
                code="font_absent",
                font=name,
            )
    return tuple(known[name] for name in names)


def fonts_for(characters: str, fonts: Sequence[Path]) -> tuple[Path, ...]:
    """Return the fonts that have a glyph for every character.

    Raises:
        ResourceError: ``no_font`` when there is none.
    """
    wanted = "".join(sorted(set(characters)))
    able = tuple(font for font in fonts if not missing_glyphs(font, wanted))
    if not able:
        raise ResourceError(
            f"None of the {len(fonts)} fonts of this machine can write all of "
            f"'{wanted[:40]}'. Install a font with these characters, such as Noto Sans CJK.",
            code="no_font",
            characters=wanted[:40],
        )
    return able


def choose_font(random: np.random.Generator, text: str, fonts: Sequence[Path]) -> Path:
    """Return one of the fonts that can write a text, by chance.

    Raises:
        ResourceError: ``no_font`` when there is none.
    """
    able = fonts_for(text, fonts)
    return able[int(random.integers(len(able)))]


def missing_glyphs(font: Path, characters: str) -> str:
    """Return the characters, other than spaces, that a font cannot write."""
    return "".join(one for one in characters if not one.isspace() and not _has_glyph(font, one))


@lru_cache(maxsize=1 << 20)
def _has_glyph(font: Path, character: str) -> bool:
    return bytes(open_font(font, _PROBE_SIZE).getmask(character)) != _nothing(font)


@lru_cache(maxsize=1024)
def _nothing(font: Path) -> bytes:
    return bytes(open_font(font, _PROBE_SIZE).getmask(_NOWHERE))


@lru_cache(maxsize=4096)
def open_font(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at a size in pixels."""
    return ImageFont.truetype(str(font), size)
