"""Label Studio: a JSON file that lists tasks, each with its data and results of annotations.

Of several annotations of a task the ground truth counts, else the first that was not cancelled;
predictions of models are no annotations. Exports in its short form (JSON-MIN) lack what tells
results apart. Turning an image on the screen (``image_rotation``) changes no place in it: places
are percents of the image as it is, and are stored so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.findings import malformed, missing_sample
from engine.formats.label_studio.annotations import TaskAnnotations, num_results
from engine.formats.label_studio.choosing import choose, stated_size_differs
from engine.formats.label_studio.config import config_file, config_labels
from engine.formats.label_studio.results import results_of
from engine.formats.layout import Copy, FileTree, Item, Problem, Written
from engine.formats.reading.contents import pair_content, text_content
from engine.formats.reading.encodings import open_text
from engine.formats.reading.images import image_size
from engine.formats.reading.json_stream import JsonError, Unusable, iterate_json
from engine.formats.reading.media import IMAGES, RECORDINGS, VIDEOS, MediaIndex, has_suffix
from engine.formats.reading.paths import FreePaths
from engine.formats.reading.values import MALFORMED, object_of, reason_of
from engine.formats.reading.videos import name_in_archive
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.splitting.split_words import split_word
from engine.formats.text_table import row_name
from engine.formats.writing.pieces import Spool
from engine.formats.writing.texts import pair_of, text_of

_TAGS = {"image": IMAGES, "audio": RECORDINGS, "video": VIDEOS}
"""Names that Label Studio's own templates give to what is annotated."""
_TAG_NAMES = frozenset((*_TAGS, "img", "picture", "photo", "sound", "url", "image_url", "ocr"))
_ADDRESS = re.compile(r"(?:https?|s3|gs|azure-blob|file)://\S+|/data/(?:upload|local-files)/\S+")
_MEDIA = IMAGES | RECORDINGS | VIDEOS
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
_FILE = "tasks.json"


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a sample per task.

    Raises:
        DataError: ``format_mismatch`` when no JSON file lists tasks.
    """
    names = [name for name in tree.names() if name.lower().endswith(".json")]
    media = MediaIndex(tree, suffixes=_MEDIA)
    num_tasks = 0
    files: set[str] = set()
    for name in names:
        for found in _read_file(tree, name, media):
            if isinstance(found, Item):
                num_tasks += 1
                files.add(found.file or "")
            yield found
    if not num_tasks:
        raise DataError(
            'No JSON file lists tasks such as {"data": {"text": "…"}, "annotations": […]}. Export '
            "as JSON from Label Studio, not as JSON-MIN.",
            code="format_mismatch",
            format="label_studio",
        )
    config = config_file(tree)
    yield from unused_files(tree, {*names, *files, *([config] if config else [])})


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the labels that the project's configuration lists, where it lies beside the tasks."""
    config = config_file(tree)
    if config is not None:
        yield from config_labels(tree, config)


def _read_file(tree: FileTree, name: str, media: MediaIndex) -> Iterator[Item | Problem]:
    try:
        stream, problems = open_text(tree, name)
        yield from problems
        with stream:
            for member in iterate_json(stream):
                if member.key == "" and member.index is not None:
                    yield from _read_task(tree, f"{name}:{member.index + 1}", member.value, media)
    except (JsonError, OSError) as error:
        yield malformed(name, error)


def _read_task(
    tree: FileTree, place: str, task: Any, media: MediaIndex
) -> Iterator[Item | Problem]:
    try:
        if isinstance(task, Unusable):
            raise ValueError(task.reason)
        given = object_of(task)
        item = _sample(place, object_of(given["data"]), media, tree)
    except MALFORMED as error:
        yield malformed(place, ValueError(reason_of(error)))
        return
    try:
        results, problems = choose(given, place)
        yield from problems
    except MALFORMED as error:
        yield malformed(f"{place}:annotations", ValueError(reason_of(error)))
        results = None
    if isinstance(item, Problem):
        yield item.losing(num_results(results or ()))
        return
    if results is None:
        yield item
        return
    size = image_size(tree, item.file) if item.file and _is_image(item.file) else None
    if isinstance(size, Problem):
        yield size.losing(num_results(results))
        return
    differs = stated_size_differs(results, size, place)
    if differs is not None:
        yield differs
    annotations = TaskAnnotations(
        place, size, item.content.decode() if item.content is not None else None
    )
    annotated = annotations.apply(item, results)
    yield from annotations.problems
    yield annotated


def _is_image(file: str) -> bool:
    """Tell an image; media whose names have no suffix are images too."""
    return has_suffix(file, IMAGES) or not has_suffix(file, _MEDIA)


def _sample(place: str, data: dict[str, Any], media: MediaIndex, tree: FileTree) -> Item | Problem:
    """Return the sample of a task without its annotations.

    Raises:
        ValueError: when its data name neither a file nor a text.
    """
    texts = {key: value for key, value in data.items() if isinstance(value, str) and value.strip()}
    row = place.rsplit(":", 1)
    word = split_word(texts.pop("split", ""), row[0])
    sample = Item(place, "", split=word.split, unknown_split=word.unknown, is_annotated=False)
    for key, given in texts.items():
        if not _is_address(key, given, has_text="text" in texts):
            continue
        file = _file(_path_of(given), media, tree)
        if file is None:
            return missing_sample(place, given)
        return replace(sample, name=file, file=file)
    if "text1" in texts and "text2" in texts:
        name = texts.get("name") or row_name(row[0], int(row[1]), ".json")
        content = pair_content(texts["text1"], texts["text2"])
    elif texts:
        name = texts.get("name") or row_name(row[0], int(row[1]))
        content = text_content(texts.get("text") or max(texts.values(), key=len))
    else:
        raise ValueError("'data' names neither a file nor a text")
    return replace(sample, name=name, content=content)


def _is_address(key: str, given: str, *, has_text: bool) -> bool:
    """Tell the address of a file from a text; it need not end in a suffix.

    Beside a ``text`` an address of no known suffix is where that text is from.
    """
    if key == "text":
        return False
    if has_suffix(_path_of(given), _MEDIA):
        return True
    is_annotated = key.lower() in _TAG_NAMES or _ADDRESS.fullmatch(given) is not None
    return is_annotated and not has_text and not any(letter.isspace() for letter in given)


def _file(path: str, media: MediaIndex, tree: FileTree) -> str | None:
    """Return the file at the end of an address; one of no suffix lies there under that name."""
    for given in (path, _UPLOADED.sub("", PurePosixPath(path).name)):
        found = media.find(given)
        if found is not None:
            return found
    name = PurePosixPath(path).name
    bare = [one for one in tree.names() if name and PurePosixPath(one).name == name]
    return bare[0] if len(bare) == 1 else None


def _path_of(given: str) -> str:
    """Return the path that an address of a file ends in; a text is its own path."""
    if "\n" in given or len(given) > 2000:
        return given
    try:
        parts = urlsplit(given)
    except ValueError:
        return given
    local = parse_qs(parts.query).get("d")
    return local[0] if local else unquote(parts.path).lstrip("/")


def write(items: Iterable[Item], tree: FileTree) -> Iterator[Written]:
    """Yield ``tasks.json``, and copies to ``files/`` of samples that are no texts or pairs."""
    paths = FreePaths()
    num_tasks = 0
    with Spool() as spool:
        spool.add(_FILE, "[")
        for item in items:
            data = _data(item, tree, paths)
            if isinstance(data, Problem):
                yield data
                continue
            tag = next(iter(data))
            if tag in _TAGS:
                yield Copy(item, data[tag])
            size = (item.size or image_size(tree, item.file or "")) if tag == "image" else None
            if isinstance(size, Problem):
                yield size
                continue
            results = []
            for result in results_of(item, size, data.get("text"), tag):
                if isinstance(result, Problem):
                    yield result
                else:
                    results.append(result)
            num_tasks += 1
            annotations = [{"result": results}] if item.is_annotated else []
            task = {"id": num_tasks, "data": data, "annotations": annotations}
            comma = "," if num_tasks > 1 else ""
            spool.add(_FILE, f"{comma}\n{json.dumps(task, ensure_ascii=False)}")
        spool.add(_FILE, "\n]\n")
        yield from spool.pieces()


def _data(item: Item, tree: FileTree, paths: FreePaths) -> dict[str, str] | Problem:
    """Return the data of a task: what is annotated comes first, under the name of its tag."""
    split = {"split": item.split.value} if item.split else {}
    suffix = PurePosixPath(item.name).suffix.lower()
    if suffix == ".txt":
        text = text_of(item, tree)
        return text if isinstance(text, Problem) else {"text": text, "name": item.name, **split}
    if suffix == ".json":
        pair = pair_of(item, tree)
        if isinstance(pair, Problem):
            return pair
        return {"text1": pair[0], "text2": pair[1], "name": item.name, **split}
    tag = next((tag for tag, kinds in _TAGS.items() if suffix in kinds), "image")
    return {tag: paths.take(f"files/{name_in_archive(item.name)}"), **split}


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = sum(
        signs.text(name).lstrip().startswith("[") and '"data"' in signs.text(name)
        for name in signs.ending(".json")[:5]
    )
    if not num:
        return None
    return Sign(
        0.9,
        "label_studio_keys",
        f"{num} JSON file(s) list tasks with data, as Label Studio exports them.",
        {"num": num},
    )
