"""Reading: where lines are in a map of scores, their images made straight, and what they say."""

from easel.runtime.ctc import Reading, decode
from easel.runtime.ocr.regions import components, least_rectangle, rectangles
from easel.runtime.ocr.straighten import line_tensor, straighten

__all__ = [
    "Reading",
    "components",
    "decode",
    "least_rectangle",
    "line_tensor",
    "rectangles",
    "straighten",
]
