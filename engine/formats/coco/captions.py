"""COCO's captions: one JSON file of images, and of annotations with a caption each.

Source: https://cocodataset.org/#format-data
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.coco.repeated_ids import RepeatedIds, list_repeated
from engine.formats.file_texts import FileText
from engine.formats.findings import malformed
from engine.formats.layout import FileTree, Problem
from engine.formats.reading.encodings import open_text
from engine.formats.reading.json_stream import JsonError, Unusable, iterate_json
from engine.formats.reading.values import MALFORMED, key_of, name_text, object_of, reason_of
from engine.formats.splitting.split_words import split_word

_START = 1 << 20


def holds_captions(tree: FileTree, name: str) -> bool:
    """Tell such a file by the keys at its beginning or its end."""
    if not name.lower().endswith(".json"):
        return False
    try:
        with tree.open(name) as file:
            start = file.read(_START)
            size = file.seek(0, 2)
            file.seek(max(0, size - _START))
            both = start + file.read()
    except OSError:
        return False
    return all(key in both for key in (b'"annotations"', b'"image_id"', b'"caption"'))


def read_captions(tree: FileTree, name: str) -> Iterator[FileText | Problem]:
    """Yield a caption after the other, with the file name of its image."""
    files: dict[object, str] = {}
    captions: list[tuple[object, str, str]] = []
    word = split_word("", name)
    repeated = RepeatedIds()
    begun: set[str] = set()
    try:
        stream, problems = open_text(tree, name)
        yield from problems
        with stream:
            for member in iterate_json(stream):
                if member.key not in ("images", "annotations") or member.index is None:
                    continue
                place = f"{name}:{member.key}[{member.index}]"
                if member.index == 0 and member.key in begun:
                    yield list_repeated(name, member.key)
                begun.add(member.key)
                try:
                    if isinstance(member.value, Unusable):
                        raise ValueError(member.value.reason)
                    value = object_of(member.value)
                    if member.key == "images":
                        key, file = key_of(value["id"]), name_text(value["file_name"])
                        first = files.setdefault(key, file)
                        if first != file:
                            repeated.add(key, first, file)
                    else:
                        caption = name_text(value["caption"])
                        captions.append((key_of(value["image_id"]), caption, place))
                except MALFORMED as error:
                    num = int(member.key == "annotations")
                    yield malformed(place, ValueError(reason_of(error))).losing(num)
    except (JsonError, OSError) as error:
        yield malformed(name, error)
    for image_id, caption, place in captions:
        if image_id in repeated:
            repeated.leave_out(image_id)
        elif image_id in files:
            yield FileText(place, files[image_id], caption, word)
        else:
            text = "1 annotations are of an image that the file does not list."
            yield Problem("image_unlisted", place, text, {"num": 1}, 1)
    yield from repeated.image_problems(name)
