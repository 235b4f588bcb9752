"""CVAT's XML: tracks of boxes in a film, or boxes and outlines in pictures.

Between two boxes of a track that leave out frames the box moves and grows evenly, unless the object
is outside there. A track ends with its last box.

Source: https://docs.cvat.ai/docs/manual/advanced/xml_format/ (version 1.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from engine.errors import DataError
from engine.formats.boxes import bounded_box, bounded_points
from engine.formats.cvat_tracks import Track, interpolated
from engine.formats.findings import malformed, missing_sample, size_differs
from engine.formats.layout import FileTree, Item, Problem
from engine.formats.leftovers import leftovers
from engine.formats.media import FILMS, PICTURES, MediaIndex
from engine.formats.paths import split_of_path
from engine.formats.pictures import bare_pictures, picture_size
from engine.formats.safe_xml import XmlError, iterate_xml
from engine.specs.data import Region
from engine.specs.geometry import Box, FrameBox, Polygon

_PARTS = frozenset(("original_size", "source", "track", "image"))
_MAX_FRAMES = 10_000_000


def read(tree: FileTree, *, multi_label: bool = False) -> Iterator[Item | Problem]:
    """Yield a film with its tracks, or pictures with their marks, per XML file.

    Raises:
        DataError: ``format_mismatch`` when there is no XML file.
    """
    names = [name for name in tree.names() if name.lower().endswith(".xml")]
    if not names:
        raise DataError(
            "There is no XML file of CVAT. Export the task as 'CVAT for video 1.1' with its "
            "pictures, or put the film beside 'annotations.xml'.",
            code="format_mismatch",
            format="cvat",
        )
    films, pictures = MediaIndex(tree, suffixes=FILMS), MediaIndex(tree, suffixes=PICTURES)
    used: set[str] = {*names, *films.names, *pictures.names}
    framed: set[str] = set()
    for name in names:
        document = _Document(tree, name, films, pictures)
        for found in document.read():
            if isinstance(found, Item):
                framed.update(found.frames)
            yield found
    for item in bare_pictures(pictures):
        if item.name not in framed:
            yield item
    for name in films.unused():
        yield Item(place=name, name=name, file=name, is_annotated=False)
    yield from leftovers(tree, used)


class _Document:
    """One XML file, read element by element."""

    def __init__(self, tree: FileTree, name: str, films: MediaIndex, pictures: MediaIndex) -> None:
        self._tree, self._name = tree, name
        self._films, self._pictures = films, pictures
        self._size: tuple[int, int] | None = None
        self._source = ""
        self._regions: list[Region] = []
        self._num_tracks = self._num_images = 0

    def read(self) -> Iterator[Item | Problem]:
        """Yield what the file holds; one that breaks off gives what came before."""
        try:
            with self._tree.open(self._name) as file:
                for element in iterate_xml(file, _PARTS):
                    yield from self._element(element)
        except (XmlError, OSError) as error:
            yield malformed(self._name, error)
        if self._num_tracks or not self._num_images:
            yield from self._film()

    def _element(self, element: Element) -> Iterator[Item | Problem]:
        if element.tag == "source":
            self._source = (element.text or "").strip()
        elif element.tag == "original_size":
            sides = (element.findtext("width", ""), element.findtext("height", ""))
            if all(side.strip().isdigit() for side in sides):
                self._size = (int(sides[0]), int(sides[1]))
        elif element.tag == "track":
            yield from self._track(element)
        else:
            self._num_images += 1
            yield from self._image(element)

    def _track(self, element: Element) -> Iterator[Problem]:
        number, label = self._num_tracks, element.get("label")
        self._num_tracks += 1
        place = f"{self._name}:track {element.get('id', number)}"
        others = {child.tag for child in element if child.tag != "box"}
        for kind in sorted(others):
            text = f"A track of kind '{kind}' is left out; tracks are boxes."
            yield Problem("shape_unsupported", place, text, {"kind": kind})
        track = Track(place)
        for box in element.findall("box"):
            problem = track.add(box.attrib, self._size)
            if problem is not None:
                yield problem
        if track.last_frame > _MAX_FRAMES:
            text = f"The track goes up to frame {track.last_frame}, which no film has."
            yield Problem("frame_outside", place, text, {"frame": track.last_frame, "num": 0})
            return
        for frame, shape in interpolated(track):
            geometry = FrameBox(
                frame=frame,
                track=number,
                left=shape.left,
                top=shape.top,
                width=shape.width,
                height=shape.height,
            )
            region = Region(id=f"{number}-{frame}", label=label, geometry=geometry)
            self._regions.append(region)

    def _film(self) -> Iterator[Item | Problem]:
        film = self._films.find(self._source, beside=self._name) if self._source else None
        if film is None and len(self._films.names) == 1:
            film = self._films.find(self._films.names[0])
        folder = PurePosixPath(self._name).parent
        frames: tuple[str, ...] = ()
        if film is None:
            frames = tuple(
                name for name in self._pictures.names if PurePosixPath(name).is_relative_to(folder)
            )
        if film is None and not frames:
            yield missing_sample(self._name, self._source or "the film")
            return
        yield Item(
            place=self._name,
            name=film or f"{PurePosixPath(self._source or self._name).stem}.zip",
            file=film,
            frames=frames,
            size=self._size,
            regions=tuple(self._regions),
            split=split_of_path(self._name),
        )

    def _image(self, element: Element) -> Iterator[Item | Problem]:
        given = element.get("name", "")
        place = f"{self._name}:{given}"
        picture = self._pictures.find(given, beside=self._name) if given else None
        if picture is None:
            yield missing_sample(place, given)
            return
        size = picture_size(self._tree, picture)
        if isinstance(size, Problem):
            yield size
            return
        stated = (element.get("width", ""), element.get("height", ""))
        if all(side.isdigit() for side in stated) and tuple(map(int, stated)) != size:
            yield size_differs(place, (int(stated[0]), int(stated[1])), size)
        regions: list[Region] = []
        labels: list[str] = []
        for child in element:
            if child.tag == "tag":
                labels.append(child.get("label", ""))
                continue
            geometry, problem = _shape(child, size, place)
            if problem is not None:
                yield problem
            if geometry is not None:
                key = str(len(regions) + 1)
                regions.append(Region(id=key, label=child.get("label"), geometry=geometry))
        yield Item(
            place=place,
            name=picture,
            file=picture,
            size=size,
            labels=tuple(labels),
            regions=tuple(regions),
            split=split_of_path(picture),
        )


def _shape(
    element: Element, size: tuple[int, int], place: str
) -> tuple[Box | Polygon | None, Problem | None]:
    try:
        if element.tag == "box":
            edges = [float(element.attrib[key]) for key in ("xtl", "ytl", "xbr", "ybr")]
            return bounded_box(*edges, size=size, place=place)
        if element.tag == "polygon":
            pairs = [pair.split(",") for pair in element.attrib["points"].split(";")]
            points = [(float(x), float(y)) for x, y in pairs]
            ring, problem = bounded_points(points, size=size, place=place)
            return (Polygon(rings=(ring,)) if ring is not None else None), problem
    except (KeyError, ValueError) as error:
        text = f"A mark has no usable corners ({error}) and is left out."
        return None, Problem("shape_malformed", place, text, {"reason": str(error)[:200]})
    text = f"A mark of kind '{element.tag}' is not read; it is left out."
    return None, Problem("shape_unsupported", place, text, {"kind": element.tag})
