"""Colours of labels: Okabe and Ito's set, which colour-blind people tell apart.

They stand in the order in which the interface colours what a model predicts, so that a label
looks alike in the data and in reports.
"""

from __future__ import annotations

import colorsys

OKABE_ITO = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#f0e442",
    "#595959",
)
_LIGHTNESS_STEPS = (0.0, 0.16, -0.14)


def color_at(position: int) -> str:
    """Return the default colour of the label at a position; later rounds are lighter or darker."""
    base = OKABE_ITO[position % len(OKABE_ITO)]
    step = _LIGHTNESS_STEPS[(position // len(OKABE_ITO)) % len(_LIGHTNESS_STEPS)]
    red, green, blue = (int(base[start : start + 2], 16) / 255 for start in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    lightness = min(0.92, max(0.12, lightness + step))
    shades = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(shade * 255):02x}" for shade in shades)
