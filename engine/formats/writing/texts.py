"""What writers of texts share: the text of an item, and what had to be called otherwise."""

from __future__ import annotations

from engine.errors import DataError
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.reading.contents import read_pair


def content_of(item: Item, tree: FileTree) -> bytes | Problem:
    """Return the bytes of an item that is small enough to be held, or why there are none."""
    if item.content is not None:
        return item.content
    try:
        with tree.open(item.file or "") as file:
            return file.read()
    except (OSError, KeyError) as error:
        text = f"The file cannot be read ({error}); the sample is left out."
        return Problem("file_unreadable", item.name, text)


def text_of(item: Item, tree: FileTree) -> str | Problem:
    """Return the text of an item, or why it has none."""
    content = content_of(item, tree)
    if isinstance(content, Problem):
        return content
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "The sample is no text in UTF-8 and is left out of the export."
        return Problem("text_not_utf8", item.name, text)


def pair_of(item: Item, tree: FileTree) -> tuple[str, str] | Problem:
    """Return the two texts of an item, or why it has none."""
    content = content_of(item, tree)
    if isinstance(content, Problem):
        return content
    try:
        return read_pair(content)
    except DataError as error:
        return Problem("pair_malformed", item.name, error.message)


def label_renamed(item: Item, label: str, name: str) -> Problem:
    """Return the problem of a label that this format has to call otherwise."""
    return Problem(
        "label_renamed",
        item.name,
        f"The label '{label}' holds a sign that this format needs; it is called '{name}'.",
        {"label": label, "name": name},
    )
