"""Videos with their tracks as CVAT has them: a folder each, with an XML file "for video"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement

from engine.formats.cvat.labels import Labels, add_attributes
from engine.formats.layout import Copy, FileTree, Item, Piece, Problem, Written
from engine.formats.mot.frames import unpacked_frames
from engine.formats.reading.paths import FreePaths
from engine.formats.reading.videos import FRAMES_SUFFIX, name_in_archive
from engine.formats.shapes.boxes import number_text
from engine.formats.writing.conversion_losses import conversion_losses, not_held
from engine.formats.writing.xml import renamed_labels, xml_piece, xml_text
from engine.specs.data import Region
from engine.specs.samples.geometry import FrameBox

HOLDS = frozenset({"regions", "attributes", "split"})
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n'
_PACKED = (".zip", FRAMES_SUFFIX)


def write_video(
    item: Item, tree: FileTree, paths: FreePaths, listed: Sequence[str]
) -> Iterator[Written]:
    """Yield a video, or its images, and its XML file, in a folder of their own."""
    yield from conversion_losses(item, holds=HOLDS)
    yield from renamed_labels(item)
    stem = PurePosixPath(item.name).stem
    folder = paths.take("/".join(filter(None, (item.split, stem))))
    file = name_in_archive(PurePosixPath(item.name).name)
    if not item.is_annotated:
        # Images without an XML file would not be a video any more.
        yield Copy(item, f"{folder}/{file}")
        return
    is_packed = item.file is not None and item.name.lower().endswith(_PACKED)
    num_frames = 0
    if item.frames or is_packed:
        for written in _images(item, tree, folder):
            num_frames += not isinstance(written, Problem)
            yield written
        yield not_held(item, "frame rate", 1)
    else:
        yield Copy(item, f"{folder}/{file}")
    source = "" if num_frames else file
    document, problems = _document(item, source, num_frames, listed)
    yield from problems
    yield Piece(f"{folder}/annotations.xml", document.encode())


def _images(item: Item, tree: FileTree, folder: str) -> Iterator[Written]:
    if item.frames:
        for number, frame in enumerate(item.frames):
            yield Copy(Item(place=frame, name=frame, file=frame), _frame(folder, number, frame))
        return
    number = 0
    for piece in unpacked_frames(item, tree):
        if isinstance(piece, Problem):
            yield piece
        elif piece[0].startswith("img1/"):
            yield Piece(_frame(folder, number, piece[0]), piece[1])
            number += 1


def _frame(folder: str, number: int, name: str) -> str:
    return f"{folder}/images/frame_{number:06d}{PurePosixPath(name).suffix.lower()}"


def _document(
    item: Item, source: str, num_frames: int, listed: Sequence[str]
) -> tuple[str, list[Problem]]:
    labels, problems = Labels(listed), []
    tracks: dict[tuple[int, str | None], list[tuple[Region, FrameBox]]] = defaultdict(list)
    for region in item.regions:
        box = region.geometry
        if isinstance(box, FrameBox):
            tracks[box.track, region.label].append((region, box))
        else:
            problems.append(not_held(item, box.kind, 1))
    numbers = [number for number, _ in tracks]
    renamed = len(numbers) - len(set(numbers))
    if renamed:
        problems.append(not_held(item, "labels that change within a track", renamed))
    body = "".join(
        xml_piece(_track(number, label, boxes, labels), level=1)
        for (number, label), boxes in tracks.items()
    )
    last = max((box.frame for boxes in tracks.values() for _, box in boxes), default=0)
    head = _head(item, source, max(num_frames, last + 1), labels)
    return f"{HEAD}{xml_piece(head, level=1)}{body}</annotations>\n", problems


def _head(item: Item, source: str, num_frames: int, labels: Labels) -> Element:
    meta = Element("meta")
    task = SubElement(meta, "task")
    SubElement(task, "name").text = xml_text(PurePosixPath(item.name).stem)
    SubElement(task, "size").text = str(num_frames)
    SubElement(task, "mode").text = "interpolation"
    SubElement(task, "subset").text = item.split.value if item.split else ""
    SubElement(task, "start_frame").text = "0"
    SubElement(task, "stop_frame").text = str(num_frames - 1)
    SubElement(task, "frame_filter")
    labels.write(task, is_video=True)
    if item.size:
        about = SubElement(task, "original_size")
        SubElement(about, "width").text, SubElement(about, "height").text = map(str, item.size)
    if source:
        SubElement(task, "source").text = xml_text(source)
    return meta


def _track(
    number: int, label: str | None, boxes: Iterable[tuple[Region, FrameBox]], labels: Labels
) -> Element:
    track = Element("track", {"id": str(number), "label": xml_text(label or ""), "source": "file"})
    ordered = sorted(boxes, key=lambda one: one[1].frame)
    for index, (region, box) in enumerate(ordered):
        _add(track, region, box, box.frame, labels)
        # What follows after a gap, or nothing: the object is outside meanwhile.
        if not _follows(ordered, index):
            _add(track, region, box, box.frame + 1, labels, is_outside=True)
    return track


def _follows(boxes: Sequence[tuple[Region, FrameBox]], index: int) -> bool:
    return index + 1 < len(boxes) and boxes[index + 1][1].frame == boxes[index][1].frame + 1


def _add(
    track: Element,
    region: Region,
    box: FrameBox,
    frame: int,
    labels: Labels,
    *,
    is_outside: bool = False,
) -> None:
    element = SubElement(track, "box", {"frame": str(frame), "keyframe": "1"})
    element.set("outside", str(int(is_outside)))
    edges = (box.left, box.top, box.left + box.width, box.top + box.height)
    for name, edge in zip(("xtl", "ytl", "xbr", "ybr"), edges, strict=True):
        element.set(name, number_text(edge))
    add_attributes(element, region, labels, is_video=True)
