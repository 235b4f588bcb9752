"""The largest frame of a video that is decoded here, whoever asks."""

from __future__ import annotations

from easel.runtime.limits import Limits

MAX_FRAME_PIXELS = 139_264 * 256
"""The most that H.264 and H.265 know (level 6.2): 139,264 macroblocks of 16 x 16 pixels."""

FRAME_LIMITS = Limits(max_pixels=MAX_FRAME_PIXELS)
