"""CVAT's XML: boxes, outlines and masks in images, or tracks of boxes in a video.

Between two boxes of a track that leave out frames the box moves and grows evenly, unless the object
is outside there. A track ends with its last box.

Source: https://docs.cvat.ai/docs/manual/advanced/xml_format/ (version 1.1).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from engine.errors import DataError
from engine.formats.checks.unused_files import unused_files
from engine.formats.cvat.meta import Meta, Task, number_of, size_of
from engine.formats.cvat.shapes import read_shapes
from engine.formats.cvat.tracks import Track
from engine.formats.cvat.videos import Videos
from engine.formats.cvat.written import written_items
from engine.formats.findings import malformed, missing_sample, repeated_sample, size_differs
from engine.formats.layout import FileTree, Item, Problem, Written
from engine.formats.markup.safe_xml import XmlError, iterate_xml
from engine.formats.reading.budgets import MAX_REGIONS
from engine.formats.reading.images import bare_images, image_size
from engine.formats.reading.media import IMAGES, VIDEOS, MediaIndex
from engine.formats.reading.paths import split_of_folders
from engine.formats.recognition.signs import Sign, Signs
from engine.formats.splitting.split_words import split_word

_PARTS = frozenset(("meta", "original_size", "source", "track", "image"))


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield videos with their tracks, or images with their regions, per XML file.

    Raises:
        DataError: ``format_mismatch`` when there is no XML file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".xml")]
    if not names:
        raise DataError(
            "There is no XML file of CVAT. Export the task as 'CVAT for images 1.1' or 'CVAT for "
            "video 1.1' with its images, or put the video beside 'annotations.xml'.",
            code="format_mismatch",
            format="cvat",
        )
    videos = Videos(MediaIndex(tree, suffixes=VIDEOS), MediaIndex(tree, suffixes=IMAGES))
    used: set[str] = {*names, *videos.files.names, *videos.images.names}
    for name in names:
        yield from _Document(tree, name, videos).read()
    for item in bare_images(videos.images):
        if item.name not in videos.framed:
            yield item
    for name in videos.files.unused():
        split = split_of_folders(name)
        yield Item(place=name, name=name, file=name, is_annotated=False, split=split)
    yield from unused_files(tree, used)


LISTS_LABELS = True


def write(
    items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield ``images`` and one ``annotations.xml`` of images, or a folder per video."""
    yield from written_items(items, tree, labels)


def declared(tree: FileTree) -> Iterator[str]:
    """Yield the labels that the heads of documents list, without the points of skeletons."""
    for name in tree.names():
        if name.lower().endswith(".xml"):
            yield from _listed(tree, name)


def _listed(tree: FileTree, name: str) -> Iterator[str]:
    try:
        with tree.open(name) as file:
            for element in iterate_xml(file, _PARTS):
                if element.tag in ("image", "track"):
                    return
                for label in element.iter("label") if element.tag == "meta" else ():
                    if not (label.findtext("parent") or "").strip():
                        yield label.findtext("name") or ""
    except (XmlError, OSError):
        # Said where the file is read.
        return


class _Numbers:
    """The numbers of the tracks of a task, each of which has one of its own."""

    def __init__(self) -> None:
        self._taken: set[int] = set()
        self._next = 0

    def take(self, given: int | None) -> int:
        """Return the number that a file gives a track, or the next one where that is taken."""
        number = self._next if given is None or given in self._taken else given
        self._taken.add(number)
        self._next = max(self._next, number + 1)
        return number


class _Document:
    """One XML file, read element by element."""

    def __init__(self, tree: FileTree, name: str, videos: Videos) -> None:
        self._tree, self._name, self._videos = tree, name, videos
        self._meta = Meta()
        self._tracks: dict[str, list[Track]] = defaultdict(list)
        self._numbers: dict[str, _Numbers] = defaultdict(_Numbers)
        self._num_tracks = self._num_images = self._num_boxes = self._num_beyond = 0

    def read(self) -> Iterator[Item | Problem]:
        """Yield what the file holds; one that breaks off gives what came before."""
        is_whole = True
        try:
            with self._tree.open(self._name) as file:
                for element in iterate_xml(file, _PARTS):
                    if element.tag == "track":
                        yield from self._track(element)
                    elif element.tag == "image":
                        self._num_images += 1
                        yield from self._image_element(element)
                    else:
                        self._meta.add(element)
        except (XmlError, OSError) as error:
            is_whole = False
            yield malformed(self._name, error)
        if self._num_beyond:
            text = (
                f"{self._num_beyond} boxes are more than the {MAX_REGIONS} that one file may have; "
                "they are left out. Export fewer videos at once."
            )
            yield Problem(
                "regions_beyond",
                self._name,
                text,
                {"num": self._num_beyond, "maximum": MAX_REGIONS},
                self._num_beyond,
            )
        # A file that says nothing is no video made of the images beside it.
        is_reported = self._meta.tasks or self._meta.source or self._meta.size
        if self._num_tracks or (is_whole and is_reported and not self._num_images):
            for task in self._tasks():
                yield from self._videos.video(task, self._tracks.get(task.id, ()), self._name)

    def _tasks(self) -> list[Task]:
        """Return the tasks that are videos, in the order of the head."""
        known = [one for one in self._meta.tasks.values() if one.mode != "annotation"]
        known = [one for one in self._meta.tasks.values() if one.id in self._tracks] or known
        named = {task.id for task in known}
        others = [self._meta.task(id) for id in self._tracks if id not in named]
        return [self._filled_in(one) for one in (*known, *others)] or [self._meta.task("")]

    def _filled_in(self, task: Task) -> Task:
        """Return a task with what only stands beside it."""
        if len(self._meta.tasks) > 1:
            return task
        return replace(
            task,
            size=task.size or self._meta.size,
            source=task.source or self._meta.source,
        )

    def _track(self, element: Element) -> Iterator[Problem]:
        own = self._meta.task(element.get("task_id", ""))
        task = self._filled_in(own)
        tracks = self._tracks[own.id]
        place = f"{self._name}:track {element.get('id', self._num_tracks)}"
        number = self._numbers[own.id].take(number_of(element.get("id")))
        self._num_tracks += 1
        num_boxes = sum(1 for _ in element.iterfind("box"))
        if self._num_boxes + num_boxes > MAX_REGIONS:
            self._num_beyond += num_boxes
            return
        self._num_boxes += num_boxes
        others = {child.tag: 0 for child in element if child.tag != "box"}
        for kind in sorted(others):
            num = sum(1 for _ in element.iterfind(kind))
            text = f"{num} annotation(s) of kind '{kind}' are left out; tracks are boxes."
            yield Problem("shape_unsupported", place, text, {"kind": kind, "num": num}, num)
        track = Track(place, number, element.get("label") or None)
        yield from track.read(element, self._meta, task.size)
        tracks.append(track)

    def _image_element(self, element: Element) -> Iterator[Item | Problem]:
        given = element.get("name", "")
        place = f"{self._name}:{given}"
        subset = element.get("subset") or self._meta.task(element.get("task_id", "")).subset
        image = self._image_path(given, subset)
        num_annotations = sum(child.tag != "points" for child in element)
        if isinstance(image, Problem):
            yield replace(image, place=place, num_lost=num_annotations)
            return
        if not self._videos.images.claim(image):
            yield repeated_sample(place, image).losing(num_annotations)
            return
        size = image_size(self._tree, image)
        if isinstance(size, Problem):
            yield size.losing(num_annotations)
            return
        stated = size_of(element.get("width"), element.get("height"))
        if stated is not None and stated != size:
            yield size_differs(place, stated, size)
        regions = []
        for found in read_shapes(element, self._meta, size, place):
            if isinstance(found, Problem):
                yield found
            else:
                regions.append(found)
        num_attributes = sum(1 for _ in element.iterfind("tag/attribute"))
        if num_attributes:
            text = f"{num_attributes} attribute(s) of labels of the whole image are left out."
            yield Problem("label_attributes", place, text, {"num": num_attributes})
        word = split_word(subset, image)
        labels = [tag.get("label", "") for tag in element.iterfind("tag")]
        yield Item(
            place=place,
            name=image,
            file=image,
            size=size,
            labels=tuple(dict.fromkeys(filter(None, labels))),
            regions=tuple(regions),
            split=word.split,
            unknown_split=word.unknown,
        )

    def _image_path(self, given: str, subset: str) -> str | Problem:
        """Return the image of an element, in the folder of its subset."""
        own = str(PurePosixPath(self._name).parent)
        top = "" if own == "." else f"{own}/"
        folders = [f"{top}images/{subset}", f"{top}{subset}"] if subset else []
        folders += [f"{top}images", own]
        found = self._videos.images.locate(given, beside=self._name, folders=folders)
        if isinstance(found, Problem) or not subset:
            return found if given else missing_sample(self._name, given)
        # An image of that name in the folder of another subset is another image.
        parts = {part.lower() for part in PurePosixPath(found).parts[:-1]}
        others = self._meta.subsets - {subset.lower()}
        if parts & others and subset.lower() not in parts:
            return missing_sample(self._name, f"{subset}/{given}")
        return found


def recognise(signs: Signs) -> Sign | None:
    """Tell whether files look like this format."""
    num = signs.with_root("annotations")
    if not num:
        return None
    return Sign(
        0.95,
        "cvat_root",
        f"{num} XML file(s) have the root <annotations>, as CVAT writes it.",
        {"num": num},
    )
