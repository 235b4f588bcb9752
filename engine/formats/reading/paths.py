"""Names that people give their files: checked before anything believes them."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from engine.formats.layout import Problem
from engine.specs.data import Split
from engine.specs.samples.hidden_characters import has_hidden

MAX_PATH = 500
_DRIVE = re.compile(r"^[A-Za-z]:")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\:*?\"<>|]")
_SPLITS = {
    "train": Split.TRAIN,
    "training": Split.TRAIN,
    "validation": Split.VALIDATION,
    "valid": Split.VALIDATION,
    "val": Split.VALIDATION,
    "dev": Split.VALIDATION,
    "development": Split.VALIDATION,
    "eval": Split.VALIDATION,
    "evaluation": Split.VALIDATION,
    "trial": Split.VALIDATION,
    "test": Split.TEST,
    "testing": Split.TEST,
    # What is held out for the end, as scikit-learn's and Kaggle's users call it.
    "holdout": Split.TEST,
    "hold-out": Split.TEST,
    "训练": Split.TRAIN,
    "训练集": Split.TRAIN,
    "验证": Split.VALIDATION,
    "验证集": Split.VALIDATION,
    "测试": Split.TEST,
    "测试集": Split.TEST,
}
# LibriSpeech says beside the split how clear its recordings are, and how many hours they last.
_LIBRISPEECH = re.compile(r"(train|dev|test)-(?:clean|other)(?:-\d+)?")
_WORD = re.compile(r"[a-z]+")
# Letters that file names are written in, of those that UTF-8 writes with two bytes; the rest up to
# U+07FF is so rare that it speaks for a Chinese code page ("图片" in GBK is also good UTF-8).
_USUAL_LETTERS = re.compile(
    "[\xa0-ſƏ-ƒ\u0386-\u03ce\u0400-\u045f\u0490-\u0491א-ת\u060c-\u066f\u0800-\U0010ffff]*"
)


def clean_path(name: str) -> str | Problem:
    """Return a relative path with forward slashes, or why the name is refused."""
    path = unicodedata.normalize("NFC", name).replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or _DRIVE.match(path) or ".." in parts or has_hidden(path):
        return Problem(
            "path_unsafe",
            shown(name),
            "The file's path leads out of its folder or holds characters that nobody sees. "
            "Rename it.",
        )
    cleaned = "/".join(parts)
    if not cleaned or len(cleaned) > MAX_PATH:
        return Problem(
            "path_length",
            shown(name),
            f"The file's path is empty or longer than {MAX_PATH} characters. Rename it.",
            {"maximum": MAX_PATH},
        )
    return cleaned


def decode_zip_name(name: str, *, is_utf8: bool) -> str:
    """Return a zip entry's name as its writer meant it.

    Without the UTF-8 flag a name should be code page 437, which Python assumes, but most writers
    used what their system used. UTF-8 nearly proves itself; Chinese code pages show as pairs of
    high bytes; of the rest, bytes that Latin-1 does not use as letters speak for code page 437.
    """
    if is_utf8 or name.isascii():
        return name
    raw = name.encode("cp437")
    utf8, chinese = _decoded(raw, "utf-8"), _decoded(raw, "gb18030")
    if utf8 is not None and _USUAL_LETTERS.fullmatch("".join(_beyond_ascii(utf8))):
        return utf8
    if chinese is not None and all(
        "\u3000" <= letter <= "\uffef" for letter in _beyond_ascii(chinese)
    ):
        return chinese
    if utf8 is not None:
        return utf8
    return name if any(0x80 <= byte < 0xA0 for byte in raw) else raw.decode("latin-1")


def _decoded(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _beyond_ascii(text: str) -> list[str]:
    return [letter for letter in text if not letter.isascii()]


def shown(name: str) -> str:
    """Return a bad name in a form that can be stored and read."""
    return name.encode("unicode_escape").decode("ascii")[:200] or "?"


def split_of(name: str) -> Split | None:
    """Return the split that a folder or list of this name stands for."""
    word = name.strip().lower()
    spoken = _LIBRISPEECH.fullmatch(word)
    return _SPLITS.get(spoken[1] if spoken else word)


def split_in_stem(path: str) -> Split | None:
    """Return the split that a file's name speaks of, as ``SICK_train.txt`` or ``dev.conll`` do."""
    found = {split_of(word) for word in _WORD.findall(PurePosixPath(path).stem.lower())}
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def split_of_path(path: str) -> Split | None:
    """Return the split that the nearest folder or else the file's name speaks of."""
    return split_of_folders(path) or split_in_stem(path)


def split_of_folders(path: str) -> Split | None:
    """Return the split that the nearest folder called as one stands for."""
    for folder in reversed(PurePosixPath(path).parts[:-1]):
        split = split_of(folder)
        if split is not None:
            return split
    return None


class FreePaths:
    """Hands out paths that no file of a written tree has yet, on any file system."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, path: str) -> str:
        """Return the path, with a number before its suffix when another file has it already."""
        pure = PurePosixPath(path)
        number = 1
        while path.lower() in self._taken:
            number += 1
            path = str(pure.with_name(f"{pure.stem}-{number}{pure.suffix}"))
        self._taken.add(path.lower())
        return path


class FolderNames:
    """Names of folders for labels: each label one folder, made safe where it has to be."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, label: str) -> tuple[str, bool]:
        """Return the folder of a label, and whether it had to be renamed just now."""
        if label in self._names:
            return self._names[label], False
        safe = _UNSAFE.sub("_", label).strip(" .") or "_"
        number, name = 1, safe
        while name.lower() in self._taken:
            number += 1
            name = f"{safe}-{number}"
        self._taken.add(name.lower())
        self._names[label] = name
        return name, name != label
