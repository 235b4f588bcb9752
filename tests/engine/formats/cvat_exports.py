"""Exports in the exact shape that CVAT gives them, and a plain reader of that shape.

The reader knows nothing of ours: it goes by CVAT's description of its XML alone, so that a
misunderstanding of our reader shows.

Source: https://docs.cvat.ai/docs/dataset_management/formats/xml_format/ (version 1.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np

LABELS = """<labels>
  <label><name>car</name><color>#906080</color><type>any</type><attributes>
    <attribute><name>colour</name><mutable>False</mutable><input_type>select</input_type>
      <default_value>red</default_value><values>red\nblue</values></attribute>
    <attribute><name>parked</name><mutable>True</mutable><input_type>checkbox</input_type>
      <default_value>false</default_value><values>false</values></attribute>
    <attribute><name>doors</name><mutable>False</mutable><input_type>number</input_type>
      <default_value>2</default_value><values>0;9;1</values></attribute>
    <attribute><name>plate</name><mutable>False</mutable><input_type>text</input_type>
      <default_value></default_value><values></values></attribute>
  </attributes></label></labels>"""


@dataclass(frozen=True)
class Shown:
    """One task as its export shows it."""

    id: int
    name: str
    subset: str = ""
    mode: str = "annotation"
    start: int = 0
    step: int = 1
    size: int = 3
    source: str = ""

    def head(self, labels: str = "") -> str:
        """Return the element of the task."""
        stop = self.start + self.step * (self.size - 1)
        step = f"step={self.step}" if self.step > 1 else ""
        source = f"<source>{self.source}</source>" if self.source else ""
        return (
            f"<task><id>{self.id}</id><name>{self.name}</name><size>{self.size}</size>"
            f"<mode>{self.mode}</mode><overlap>0</overlap><bugtracker></bugtracker>"
            f"<created>2024-05-01 10:00:00+00:00</created><updated></updated>"
            f"<subset>{self.subset}</subset><start_frame>{self.start}</start_frame>"
            f"<stop_frame>{stop}</stop_frame><frame_filter>{step}</frame_filter>"
            f"<segments><segment><id>{self.id}</id><start>0</start><stop>{self.size - 1}</stop>"
            f"<url>http://localhost/api/jobs/{self.id}</url></segment></segments>"
            f"<owner><username>ann</username><email></email></owner><assignee></assignee>{labels}"
            "<original_size><width>20</width><height>10</height></original_size>"
            f"{source}</task>"
        )


def task_export(task: Shown, body: str) -> str:
    """Return the XML of one task."""
    return _document(task.head(LABELS), body)


def project_export(tasks: Iterable[Shown], body: str) -> str:
    """Return the XML of a project."""
    heads = list(tasks)
    subsets = "\n".join(dict.fromkeys(one.subset for one in heads if one.subset))
    return _document(
        f"<project><id>7</id><name>streets</name><created></created><updated></updated>{LABELS}"
        f"<subsets>{subsets}</subsets><owner><username>ann</username></owner>"
        f"<tasks>{''.join(one.head() for one in heads)}</tasks></project>",
        body,
    )


def _document(head: str, body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n'
        f"  <meta>{head}<dumped>2024-05-01 11:00:00+00:00</dumped></meta>\n{body}</annotations>\n"
    )


def tracked(boxes: Iterable[tuple[int, int, float]], *, more: str = "", label: str = "car") -> str:
    """Return a track of boxes 4 by 5 pixels: frame, whether it is outside, and the left edge."""
    shown = "".join(
        f'<box frame="{frame}" keyframe="1" outside="{outside}" occluded="0" xtl="{left:.2f}" '
        f'ytl="1.00" xbr="{left + 4:.2f}" ybr="6.00" z_order="0"></box>'
        for frame, outside, left in boxes
    )
    return f'<track id="0" label="{label}" source="manual" {more}>{shown}</track>'


def plain_images(xml: str) -> dict[tuple[str, str], Counter[tuple[str, str]]]:
    """Return how many shapes of which kind and label each image has, by subset and name."""
    found: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for image in ElementTree.fromstring(xml.encode()).iter("image"):
        key = image.get("subset", ""), image.get("name", "")
        found[key] = Counter((one.tag, one.get("label", "")) for one in image)
    return found


def plain_track_boxes(xml: str) -> dict[tuple[str, int], list[float]]:
    """Return left, top, right and bottom of each box that is in its frame, by track and frame."""
    found = {}
    for track in ElementTree.fromstring(xml.encode()).iter("track"):
        for box in track.iter("box"):
            if box.get("outside") == "0":
                edges = [float(box.get(key, "")) for key in ("xtl", "ytl", "xbr", "ybr")]
                found[track.get("id", ""), int(box.get("frame", ""))] = edges
    return found


def plain_mask(element: ElementTree.Element, size: tuple[int, int]) -> np.ndarray:
    """Return the pixels (H, W) of a mask: runs along the rows of its box, the first outside."""
    pixels = np.zeros(size[::-1], dtype=bool)
    left, top, width, height = (int(element.get(k, "")) for k in ("left", "top", "width", "height"))
    place, value = 0, False
    for count in map(int, element.get("rle", "").split(",")):
        for at in range(place, place + count):
            pixels[top + at // width, left + at % width] = value
        place, value = place + count, not value
    assert place == width * height
    return pixels
