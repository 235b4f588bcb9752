"""Draw scenes: the same pixels by NumPy, and by numba about four times as fast.

What is drawn at a place is written once, for single numbers and for arrays of them: NumPy calls it
with all places of a window, compiled code with one after another.
"""

# B images, S side in pixels, M side of a mask, N classes of shapes

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.pretraining.compiled import compiled, compiled_loop
from engine.pretraining.images.scenes import Scenes, Surfaces
from engine.pretraining.images.textures import LATTICE_SIDE, tone


def lattice_of(seed: int) -> NDArray[np.float64]:
    """Return the random numbers that textures and noise are made of."""
    return np.random.default_rng(seed).random((LATTICE_SIDE, LATTICE_SIDE))


class Drawn(NamedTuple):
    """Images and what is true of their pixels.

    Attributes:
        images: (B, S, S, 3), 0 to 255.
        covered: how much of each pixel the first object covers (B, S, S), 0 to 255.
        owners: what is seen at each pixel (B, S, S): 0 for the ground, 1 for the first object.
    """

    images: NDArray[np.uint8]
    covered: NDArray[np.uint8]
    owners: NDArray[np.uint8]


def draw(scenes: Scenes, masks: NDArray[np.uint8], lattice: NDArray[np.float64]) -> Drawn:
    """Draw all images of scenes.

    Args:
        scenes: what they show.
        masks: of the classes of shapes (N, M, M), 0 to 255, dark at their edges.
        lattice: of ``lattice_of``.
    """
    return _drawn(_draw_fast or _draw_plainly, scenes, masks, lattice)


def draw_plainly(scenes: Scenes, masks: NDArray[np.uint8], lattice: NDArray[np.float64]) -> Drawn:
    """Return what ``draw`` does, by NumPy alone."""
    return _drawn(_draw_plainly, scenes, masks, lattice)


def _drawn(
    drawing: Any, scenes: Scenes, masks: NDArray[np.uint8], lattice: NDArray[np.float64]
) -> Drawn:
    shape = (len(scenes.counts), scenes.side, scenes.side)
    drawn = Drawn(
        np.empty((*shape, 3), np.uint8), np.empty(shape, np.uint8), np.zeros(shape, np.uint8)
    )
    drawing(scenes, masks, lattice, drawn)
    return drawn


def _draw_plainly(scenes: Scenes, masks: Any, lattice: Any, drawn: Drawn) -> None:
    side = scenes.side
    everywhere = _places(0, side, 0, side)
    for number in range(len(drawn.images)):
        canvas, cover = np.zeros((side, side, 3)), np.zeros((side, side))
        y, x = everywhere
        _lay_ground(_paint_of(scenes.ground, number, 0), x, y, lattice, canvas)
        for which in range(scenes.counts[number] - 1, -1, -1):
            pose = _pose_of(scenes, number, which)
            paint = _paint_of(scenes.surfaces, number, which)
            y, x = _places(*_window(pose, side))
            alpha = _alpha(pose, x, y, masks)
            _lay_object(pose, paint, x, y, alpha, lattice, canvas)
            owners = drawn.owners[number]
            owners[y, x] = np.where(alpha > 0.5, which + 1, owners[y, x])
            # What is drawn later hides it, and the first object is drawn last.
            if which == 0:
                cover[y, x] = alpha
        _blur(canvas, scenes.blurs[number])
        y, x = everywhere
        _finish(_light_of(scenes, number), number, x, y, lattice, canvas, drawn.images)
        drawn.covered[number] = np.rint(255 * cover)


def _draw_compiled(scenes: Scenes, masks: Any, lattice: Any, drawn: Drawn) -> None:
    side = scenes.side
    for number in range(len(drawn.images)):
        canvas, cover = np.zeros((side, side, 3)), np.zeros((side, side))
        paint = _paint_of(scenes.ground, number, 0)
        for y in range(side):
            for x in range(side):
                _lay_ground(paint, x, y, lattice, canvas)
        for which in range(scenes.counts[number] - 1, -1, -1):
            pose = _pose_of(scenes, number, which)
            paint = _paint_of(scenes.surfaces, number, which)
            top, bottom, left, right = _window(pose, side)
            for y in range(top, bottom):
                for x in range(left, right):
                    alpha = _alpha(pose, x, y, masks)
                    if alpha > 0:
                        _lay_object(pose, paint, x, y, alpha, lattice, canvas)
                    if alpha > 0.5:
                        drawn.owners[number, y, x] = which + 1
                    if which == 0:
                        cover[y, x] = alpha
        _blur(canvas, scenes.blurs[number])
        light = _light_of(scenes, number)
        for y in range(side):
            for x in range(side):
                _finish(light, number, x, y, lattice, canvas, drawn.images)
                drawn.covered[number, y, x] = np.rint(255 * cover[y, x])


_draw_fast = compiled_loop(_draw_compiled)


def _places(top: int, bottom: int, left: int, right: int) -> list[NDArray[np.int64]]:
    return list(np.meshgrid(np.arange(top, bottom), np.arange(left, right), indexing="ij"))


class _Paint(NamedTuple):
    """Single numbers of a surface: taking them out of arrays at each pixel costs ten times this."""

    family: int
    cos: float
    sin: float
    shift_x: float
    shift_y: float
    red: float
    green: float
    blue: float
    more_red: float
    more_green: float
    more_blue: float


@compiled
def _paint_of(surfaces: Surfaces, number: int, which: int) -> _Paint:
    turn, period = surfaces.turns[number, which], surfaces.periods[number, which]
    shift, colors = surfaces.shifts[number, which], surfaces.colors[number, which]
    return _Paint(
        surfaces.families[number, which],
        np.cos(turn) / period,
        np.sin(turn) / period,
        shift[0],
        shift[1],
        colors[0, 0],
        colors[0, 1],
        colors[0, 2],
        colors[1, 0] - colors[0, 0],
        colors[1, 1] - colors[0, 1],
        colors[1, 2] - colors[0, 2],
    )


@compiled
def _lay_ground(paint: _Paint, x: Any, y: Any, lattice: Any, canvas: Any) -> None:
    along = paint.cos * x + paint.sin * y + paint.shift_x
    across = paint.cos * y - paint.sin * x + paint.shift_y
    light = tone(paint.family, along, across, lattice)
    canvas[y, x, 0] = paint.red + light * paint.more_red
    canvas[y, x, 1] = paint.green + light * paint.more_green
    canvas[y, x, 2] = paint.blue + light * paint.more_blue


class _Pose(NamedTuple):
    """Single numbers of where an object lies, and how it is bent and lit."""

    shape: int
    x: float
    y: float
    cos: float
    sin: float
    half_width: float
    half_height: float
    bend: float
    bend_rate: float
    bend_start: float
    shade_right: float
    shade_down: float


@compiled
def _pose_of(scenes: Scenes, number: int, which: int) -> _Pose:
    center, half = scenes.centers[number, which], scenes.halves[number, which]
    turn, warp = scenes.turns[number, which], scenes.warps[number, which]
    shade = scenes.shades[number, which]
    return _Pose(
        scenes.shapes[number, which],
        center[0],
        center[1],
        np.cos(turn),
        np.sin(turn),
        half[0],
        half[1],
        warp[0],
        warp[1],
        warp[2],
        shade[0],
        shade[1],
    )


@compiled
def _window(pose: _Pose, side: int) -> tuple[int, int, int, int]:
    """Return top, bottom, left and right of what an object may cover, whatever it is turned by."""
    reach = 1.15 * np.sqrt(pose.half_width**2 + pose.half_height**2) + 1
    left, top = int(pose.x - reach), int(pose.y - reach)
    right, bottom = int(pose.x + reach) + 1, int(pose.y + reach) + 1
    return max(top, 0), min(bottom, side), max(left, 0), min(right, side)


@compiled
def _alpha(pose: _Pose, x: Any, y: Any, masks: Any) -> Any:
    """Return how much of a pixel an object covers."""
    u, v = _within(pose, x, y)
    bent_u = u + pose.bend * np.sin(pose.bend_rate * v + pose.bend_start)
    bent_v = v + pose.bend * np.sin(pose.bend_rate * u - pose.bend_start)
    return _mask_at(masks, pose.shape, bent_u, bent_v)


@compiled
def _within(pose: _Pose, x: Any, y: Any) -> tuple[Any, Any]:
    right, down = x + 0.5 - pose.x, y + 0.5 - pose.y
    u = (pose.cos * right + pose.sin * down) / pose.half_width
    return u, (pose.cos * down - pose.sin * right) / pose.half_height


@compiled
def _lay_object(
    pose: _Pose, paint: _Paint, x: Any, y: Any, alpha: Any, lattice: Any, canvas: Any
) -> None:
    u, v = _within(pose, x, y)
    right, down = x + 0.5 - pose.x, y + 0.5 - pose.y
    along = paint.cos * right + paint.sin * down + paint.shift_x
    across = paint.cos * down - paint.sin * right + paint.shift_y
    light = tone(paint.family, along, across, lattice)
    lit = alpha * (1 + pose.shade_right * u + pose.shade_down * v)
    rest = 1 - alpha
    canvas[y, x, 0] = canvas[y, x, 0] * rest + lit * (paint.red + light * paint.more_red)
    canvas[y, x, 1] = canvas[y, x, 1] * rest + lit * (paint.green + light * paint.more_green)
    canvas[y, x, 2] = canvas[y, x, 2] * rest + lit * (paint.blue + light * paint.more_blue)


@compiled
def _mask_at(masks: Any, shape: int, u: Any, v: Any) -> Any:
    """Return how much a mask covers at places of -1 to 1, between its pixels too; 0 outside it."""
    last = masks.shape[1] - 1.001
    across = np.minimum(np.maximum((u + 1) * 0.5 * last, 0.0), last)
    down = np.minimum(np.maximum((v + 1) * 0.5 * last, 0.0), last)
    i, j = np.int64(across), np.int64(down)
    a, b = across - i, down - j
    upper = masks[shape, j, i] * (1 - a) + masks[shape, j, i + 1] * a
    lower = masks[shape, j + 1, i] * (1 - a) + masks[shape, j + 1, i + 1] * a
    return (upper * (1 - b) + lower * b) / 255.0


@compiled
def _blur(canvas: Any, times: int) -> None:
    for _ in range(times):
        canvas[1:-1] = 0.25 * canvas[:-2] + 0.5 * canvas[1:-1] + 0.25 * canvas[2:]
        canvas[:, 1:-1] = 0.25 * canvas[:, :-2] + 0.5 * canvas[:, 1:-1] + 0.25 * canvas[:, 2:]


class _Light(NamedTuple):
    """Single numbers of how a whole image is lit, and of its noise."""

    right: float
    down: float
    middle: float
    noise: float
    noise_x: int
    noise_y: int


@compiled
def _light_of(scenes: Scenes, number: int) -> _Light:
    light, noise = scenes.lights[number], scenes.noises[number]
    return _Light(light[0], light[1], scenes.side / 2, noise[0], int(noise[1]), int(noise[2]))


@compiled
def _finish(
    light: _Light, number: int, x: Any, y: Any, lattice: Any, canvas: Any, images: Any
) -> None:
    """Light the whole image, add noise, and write it in whole numbers."""
    right, down = (x - light.middle) / light.middle, (y - light.middle) / light.middle
    shade = 1 + light.right * right + light.down * down
    i, j = x + light.noise_x, y + light.noise_y
    for channel in range(3):
        grain = lattice[(j + 83 * channel) & 255, (i + 31 * channel) & 255] - 0.5
        value = canvas[y, x, channel] * shade + light.noise * grain
        images[number, y, x, channel] = np.rint(255 * np.minimum(np.maximum(value, 0.0), 1.0))
