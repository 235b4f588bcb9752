"""What spoke for a prediction, as numbers, and as a notebook draws it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_SHOWN = 15
_FOR, _AGAINST = "#2a78d6", "#c2571a"


@dataclass(frozen=True)
class Explanation:
    """What spoke for a label, or moved a number.

    Attributes:
        label: that is explained; the column of a table that predicts numbers.
        score: of the label, in 0..1; the number that was predicted.
        heatmap: of images (H, W), recordings (time, bands) and videos (frames, H, W), in 0..1;
            ``None`` for others.
        weights: of words, in -1..1 as shares of the strongest; what columns contribute.
        drawing: the heat map as a PNG: to be laid over the image, or with what it is of.
        image: the image that it lies over, as a PNG; empty where the drawing stands alone.
        base: what the model would say of a row that says nothing; ``None`` for others. The
            contributions of the columns lead from it to the score.
    """

    label: str
    score: float
    heatmap: NDArray[np.float32] | None = None
    weights: Mapping[str, float] = field(default_factory=dict)
    drawing: bytes = b""
    image: bytes = b""
    base: float | None = None

    def document(self) -> dict[str, Any]:
        """Return it as JSON has it; a heat map as lists of numbers."""
        heatmap = None if self.heatmap is None else self.heatmap.tolist()
        return {
            "label": self.label,
            "score": self.score,
            "base": self.base,
            "heatmap": heatmap,
            "weights": dict(self.weights),
        }

    def __repr__(self) -> str:
        """Say what is explained, and by what."""
        if self.heatmap is not None:
            shape = " × ".join(map(str, self.heatmap.shape))
            return f"<explanation of {self.label} {self.score:.4f}: heat map {shape}>"
        strongest = ", ".join(f"{name} {value:+.3f}" for name, value in self._strongest()[:5])
        return f"<explanation of {self.label} {self.score:.4f}: {strongest or 'nothing spoke'}>"

    def _repr_html_(self) -> str:
        """Return the drawing: the image under its heat map, or a bar a word or column."""
        head = f"<div><b>{escape(self.label)}</b> {self.score:.4f}</div>"
        return head + (self._drawn() if self.heatmap is not None else self._bars())

    def _drawn(self) -> str:
        drawing = _source(self.drawing)
        if not self.image:
            return f'<img src="{drawing}" style="max-width:100%">'
        # The map has the network's size, and is stretched over the image as the image was.
        return (
            '<div style="position:relative;display:inline-block;max-width:24em">'
            f'<img src="{_source(self.image)}" style="display:block;width:100%;min-width:12em">'
            f'<img src="{drawing}" style="position:absolute;inset:0;width:100%;height:100%"></div>'
        )

    def _bars(self) -> str:
        shown = self._strongest()
        largest = max((abs(value) for _, value in shown), default=0.0) or 1.0
        rows = "".join(
            f'<tr><td style="text-align:left">{escape(name)}</td><td>{value:+.3f}</td>'
            f'<td style="text-align:left"><div style="height:.8em;width:{_em(value, largest)}em;'
            f'background:{_FOR if value > 0 else _AGAINST}"></div></td></tr>'
            for name, value in shown
        )
        return f"<table>{rows}</table>" if rows else "<div>Nothing spoke for or against it.</div>"

    def _strongest(self) -> list[tuple[str, float]]:
        return sorted(self.weights.items(), key=lambda one: -abs(one[1]))[:_MOST_SHOWN]


def _em(value: float, largest: float) -> str:
    return f"{12 * abs(value) / largest:.2f}"


def _source(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
