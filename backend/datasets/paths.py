"""Names that people give their files: checked before anything believes them."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from backend.datasets.media.facts import Problem

MAX_PATH = 500
MAX_LABEL = 120
_DRIVE = re.compile(r"^[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def clean_path(name: str) -> str | Problem:
    """Return a relative path with forward slashes, or why the name is refused."""
    path = unicodedata.normalize("NFC", name).replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or _DRIVE.match(path) or ".." in parts or _CONTROL.search(path):
        return Problem(
            "path_unsafe",
            "The file's path leads out of its folder or holds control characters. Rename it.",
            {},
        )
    cleaned = "/".join(parts)
    if not cleaned or len(cleaned) > MAX_PATH:
        return Problem(
            "path_length",
            f"The file's path is empty or longer than {MAX_PATH} characters. Rename it.",
            {"maximum": MAX_PATH},
        )
    return cleaned


def folder_label(path: str) -> str | None:
    """Return the name of the folder that a file lies in, ``None`` at the top."""
    return PurePosixPath(path).parent.name or None


def decode_zip_name(name: str, *, is_utf8: bool) -> str:
    """Return a zip entry's name as its writer meant it.

    Without the UTF-8 flag a name should be code page 437, which Python assumes, but most writers
    used what their system used. UTF-8 proves itself; Chinese code pages show as pairs of high
    bytes; of the rest, bytes that Latin-1 does not use as letters speak for code page 437.
    """
    if is_utf8 or name.isascii():
        return name
    raw = name.encode("cp437")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        text = raw.decode("gb18030")
        if all("\u3000" <= letter <= "\uffef" for letter in text if not letter.isascii()):
            return text
    except UnicodeDecodeError:
        pass
    return name if any(0x80 <= byte < 0xA0 for byte in raw) else raw.decode("latin-1")


def shown(name: str) -> str:
    """Return a bad name in a form that can be stored and read."""
    return name.encode("unicode_escape").decode("ascii")[:200] or "?"
