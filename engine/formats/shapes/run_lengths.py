"""Masks as COCO's run lengths, as arrays and as outlines.

Run lengths go down the columns and begin with the pixels outside. ``size`` is height and width, as
COCO has it. An outline covers the pixels whose centre it encloses (even-odd rule); the outline of a
mask runs along the edges of its pixels, so that drawing it gives the mask again.

pycocotools gives back memory that was never written for run lengths that do not fill their image,
so they would have to be unpacked here before. A mask of 1920 × 1080 with a smooth edge takes either
4.5 ms to pack; one where every other pixel changes 0.4 s here and 0.04 s there.

Source: the mask API of the COCO dataset (Lin et al., ECCV 2014) for the compressed counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.specs.samples.geometry import Box, Mask, Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.bool_]

# As large as the images that are taken in; no larger mask is read, whatever its size says.
MAX_MASK_PIXELS = 100_000_000
# What an image of masks may hold: classes, and changes from one pixel to the next below it.
MAX_VALUES = 1024
MAX_CHANGES = 4_000_000
# Between changes, and one before the first; beside each, one of no pixels.
MAX_RUNS = 2 * (MAX_CHANGES + 1)
_STRIP = 2**22
_BITS, _SIGN, _MORE, _FIRST = 5, 0x10, 0x20, 48


def pack_counts(counts: Sequence[int]) -> str:
    """Return run lengths as COCO's compressed text.

    From the fourth on each is written as the difference to the one two before; five bits a letter,
    lowest first.
    """
    letters = []
    for index, count in enumerate(counts):
        rest = count - counts[index - 2] if index > 2 else count
        more = True
        while more:
            bits = rest & (_MORE - 1)
            rest >>= _BITS
            more = rest != (-1 if bits & _SIGN else 0)
            letters.append(chr((bits | _MORE if more else bits) + _FIRST))
    return "".join(letters)


def unpack_counts(text: str) -> list[int]:
    """Return the run lengths of COCO's compressed text.

    Raises:
        ValueError: when it is no such text, or has more runs than any mask.
    """
    counts: list[int] = []
    value = shift = 0
    for letter in text:
        bits = ord(letter) - _FIRST
        if not 0 <= bits < 2 * _MORE or shift > 60:
            raise ValueError("the compressed run lengths hold a letter that cannot be there")
        value |= (bits & (_MORE - 1)) << shift
        shift += _BITS
        if bits & _MORE:
            continue
        if bits & _SIGN:
            value -= 1 << shift
        counts.append(value + counts[-2] if len(counts) > 2 else value)
        if len(counts) > MAX_RUNS:
            raise _too_restless()
        value = shift = 0
    if shift:
        raise ValueError("the compressed run lengths are cut off")
    return counts


def _too_restless() -> ValueError:
    return ValueError(f"it has more than {MAX_RUNS} run lengths, as no mask has")


def mask_from_counts(counts: Sequence[int], size: tuple[int, int]) -> Mask:
    """Return a mask after checking that its runs fill its size.

    Raises:
        ValueError: when they do not, or the size is more than is decoded.
    """
    height, width = size
    if height <= 0 or width <= 0 or height * width > MAX_MASK_PIXELS:
        raise ValueError(
            f"a mask of {height} × {width} pixels cannot be read; at most {MAX_MASK_PIXELS} are"
        )
    if len(counts) > MAX_RUNS:
        raise _too_restless()
    if any(count < 0 for count in counts) or sum(counts) != height * width:
        raise ValueError(f"the run lengths do not fill {height} × {width} pixels")
    return Mask(size=size, counts=pack_counts(counts))


def mask_from_pixels(pixels: Pixels) -> Mask:
    """Return the mask of an array (H, W) of booleans."""
    import numpy as np

    flat = np.asarray(pixels, dtype=np.bool_).ravel(order="F")
    changes = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    edges = np.concatenate([[0], changes, [flat.size]])
    counts = np.diff(edges).tolist()
    if flat.size and flat[0]:
        counts = [0, *counts]
    height, width = pixels.shape
    return Mask(size=(height, width), counts=pack_counts(counts))


def mask_from_rows(
    counts: Sequence[int], place: tuple[int, int, int, int], size: tuple[int, int]
) -> Mask:
    """Return the mask of runs that go along the rows of a part of an image, as CVAT has them.

    Args:
        counts: run lengths, the first outside.
        place: left, top, width and height of the part; what lies beyond the image is cut.
        size: width and height of the image.

    Raises:
        ValueError: when the runs do not fill their part, or it is more than is decoded.
    """
    import numpy as np

    left, top, width, height = place
    if width * height > MAX_MASK_PIXELS:
        raise ValueError(f"a mask of {width} × {height} pixels is not read")
    mask_from_counts(counts, (height, width))
    inside = np.arange(len(counts)) % 2 == 1
    part = np.repeat(inside, counts).reshape(height, width)
    return mask_from_part(part, (left, top), size)


def mask_from_part(part: Pixels, place: tuple[int, int], size: tuple[int, int]) -> Mask:
    """Return the mask of an image of which only a part has pixels inside.

    Args:
        part: (H, W) of booleans.
        place: left and top of the part; what lies beyond the image is cut.
        size: width and height of the image.

    Raises:
        ValueError: when it is too restless to be a mask.
    """
    import numpy as np

    left, top = place
    first, above = max(0, -left), max(0, -top)
    cut = part[above : max(0, size[1] - top), first : max(0, size[0] - left)]
    # Where runs begin and end down each column; those that fill it go on in the next one.
    framed = np.pad(cut.T.astype(np.int8), ((0, 0), (1, 1)))
    steps = np.diff(framed, axis=1)
    if np.count_nonzero(steps) > MAX_CHANGES:
        raise ValueError("its pixels change more often than those of any mask")
    begins, ends = (
        (columns + left + first) * size[1] + rows + top + above
        for columns, rows in (np.nonzero(steps == 1), np.nonzero(steps == -1))
    )
    apart = begins[1:] != ends[:-1]
    begins = begins[np.concatenate([[True], apart])] if len(begins) else begins
    ends = ends[np.concatenate([apart, [True]])] if len(ends) else ends
    edges = np.concatenate([[0], np.stack([begins, ends], axis=1).ravel(), [size[0] * size[1]]])
    runs = np.diff(edges).tolist()
    return Mask(size=(size[1], size[0]), counts=pack_counts(runs if runs[-1] else runs[:-1]))


def rows_of(mask: Mask) -> tuple[list[int], tuple[int, int, int, int]] | None:
    """Return run lengths along the rows of the box around a mask, and left, top, width, height.

    ``None`` for a mask without pixels.

    Raises:
        ValueError: when its counts do not fill its size.
    """
    import numpy as np

    box = mask_box(mask)
    if box is None:
        return None
    left, top, width, height = (int(side) for side in (box.left, box.top, box.width, box.height))
    flat = pixels_of(mask)[top : top + height, left : left + width].ravel()
    changes = np.flatnonzero(flat[1:] != flat[:-1]) + 1
    counts = np.diff(np.concatenate([[0], changes, [flat.size]])).tolist()
    return ([0, *counts] if flat[0] else counts), (left, top, width, height)


def pixels_of(mask: Mask) -> Pixels:
    """Return the array (H, W) of booleans of a mask.

    Raises:
        ValueError: when its counts do not fill its size.
    """
    import numpy as np

    counts = unpack_counts(mask.counts)
    mask_from_counts(counts, mask.size)
    inside = np.arange(len(counts)) % 2 == 1
    pixels: Pixels = np.repeat(inside, counts).reshape(mask.size, order="F")
    return pixels


def small_pixels_of(mask: Mask, *, max_cells: int) -> tuple[Pixels, int, tuple[int, int]] | None:
    """Return what is inside a mask in coarse cells, for small images of it.

    Pixels are looked at in the middle of each cell alone, so a mask of any size takes microseconds.
    Its counts are taken to be right: ``mask_from_counts`` checked them when the mask was made.

    Args:
        mask: the mask.
        max_cells: of the longer side of the box around it.

    Returns:
        (rows, columns) of booleans, the pixels along a cell, and the left and top of the first
        cell; ``None`` for a mask without pixels.
    """
    import numpy as np

    height = mask.size[0]
    edges = np.cumsum(_runs_of(mask.counts))
    begins, ends = edges[0:-1:2], edges[1::2]
    begins = begins[: len(ends)]
    filled = ends > begins
    begins, lasts = begins[filled], ends[filled] - 1
    if not len(begins):
        return None
    left, right = int(begins[0]) // height, int(lasts[-1]) // height
    top, bottom = 0, height - 1
    if np.array_equal(begins // height, lasts // height):
        top, bottom = int((begins % height).min()), int((lasts % height).max())
    step = -(-max(right - left + 1, bottom - top + 1) // max_cells)
    columns = np.minimum(np.arange(left, right + 1, step) + step // 2, right)
    rows = np.minimum(np.arange(top, bottom + 1, step) + step // 2, bottom)
    places = columns[None, :] * height + rows[:, None]
    cells: Pixels = np.searchsorted(edges, places, side="right") % 2 == 1
    return cells, step, (left, top)


def _runs_of(text: str) -> NDArray[np.int64]:
    """Return the run lengths of a right compressed text, all at once."""
    import numpy as np

    letters = np.frombuffer(text.encode("ascii"), np.uint8).astype(np.int64) - _FIRST
    lasts = np.flatnonzero((letters & _MORE) == 0)
    firsts = np.concatenate([[0], lasts[:-1] + 1])
    lengths = lasts - firsts + 1
    shifts = _BITS * (np.arange(len(letters)) - np.repeat(firsts, lengths))
    runs = np.add.reduceat((letters & (_MORE - 1)) << shifts, firsts)
    runs -= np.where(letters[lasts] & _SIGN, np.int64(1) << (_BITS * lengths), 0)
    # From the fourth on each is the difference to the one two before.
    runs[1::2] = np.cumsum(runs[1::2])
    runs[2::2] = np.cumsum(runs[2::2])
    return runs


def mask_area(mask: Mask) -> int:
    """Return the number of pixels inside."""
    return sum(unpack_counts(mask.counts)[1::2])


def mask_box(mask: Mask) -> Box | None:
    """Return the box around a mask, ``None`` around an empty one."""
    height = mask.size[0]
    position, is_inside = 0, False
    left, right, top, bottom = mask.size[1], -1, height, -1
    for count in unpack_counts(mask.counts):
        if is_inside and count:
            last = position + count - 1
            left, right = min(left, position // height), max(right, last // height)
            if position // height == last // height:
                top, bottom = min(top, position % height), max(bottom, last % height)
            else:
                top, bottom = 0, height - 1
        position += count
        is_inside = not is_inside
    if right < 0:
        return None
    return Box(left=left, top=top, width=right - left + 1, height=bottom - top + 1)


def draw_rings(rings: Iterable[Sequence[Point]], size: tuple[int, int]) -> Pixels:
    """Return the array (H, W) of the pixels whose centres rings enclose, even-odd.

    Args:
        rings: corners (x, y) in pixels; the last is joined to the first.
        size: height and width.
    """
    import numpy as np

    height, width = size
    # A crossing toggles every pixel right of it, itself included.
    toggles = np.zeros((height, width + 1), dtype=np.bool_)
    for ring in rings:
        points = np.asarray(ring, dtype=np.float64)
        for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0), strict=True):
            if y0 == y1:
                continue
            low, high = min(y0, y1), max(y0, y1)
            first, last = max(int(np.ceil(low - 0.5)), 0), min(int(np.ceil(high - 0.5)), height)
            rows = np.arange(first, last)
            crossings = x0 + (rows + 0.5 - y0) * (x1 - x0) / (y1 - y0)
            columns = np.clip(np.ceil(crossings - 0.5), 0, width).astype(np.int64)
            # Each row once, so that no pixel stands twice among these.
            toggles[rows, columns] ^= True
    inside: Pixels = np.logical_xor.accumulate(toggles, axis=1)[:, :width]
    return inside


def outline(pixels: Pixels) -> tuple[tuple[Point, ...], ...]:
    """Return the rings along the edges of the pixels inside; holes are rings too (even-odd)."""
    import numpy as np

    framed = np.pad(np.asarray(pixels, dtype=np.bool_), 1)
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    # Edges run with the inside on their right: eastward above a pixel, westward below it.
    for y, x in np.argwhere(framed[1:, 1:-1] != framed[:-1, 1:-1]).tolist():
        is_above = framed[y + 1, x + 1]
        start, end = ((x, y), (x + 1, y)) if is_above else ((x + 1, y), (x, y))
        following.setdefault(start, []).append(end)
    for y, x in np.argwhere(framed[1:-1, 1:] != framed[1:-1, :-1]).tolist():
        is_left = framed[y + 1, x + 1]
        start, end = ((x, y + 1), (x, y)) if is_left else ((x, y), (x, y + 1))
        following.setdefault(start, []).append(end)
    rings = []
    while following:
        start = next(iter(following))
        ring, here = [start], start
        while True:
            here = _next_corner(following, ring)
            if here == start:
                break
            ring.append(here)
        rings.append(_without_straight_corners(ring))
    return tuple(rings)


def _next_corner(
    following: dict[tuple[int, int], list[tuple[int, int]]], ring: list[tuple[int, int]]
) -> tuple[int, int]:
    """Walk one edge; where two pixels meet at a corner only, turn right and stay on one of them."""
    here = ring[-1]
    ends = following[here]
    choice = 0
    if len(ends) > 1 and len(ring) > 1:
        before = ring[-2]
        came = (here[0] - before[0], here[1] - before[1])
        choice = next((i for i, end in enumerate(ends) if _turns_right(came, here, end)), 0)
    end = ends.pop(choice)
    if not ends:
        del following[here]
    return end


def _turns_right(came: tuple[int, int], here: tuple[int, int], end: tuple[int, int]) -> bool:
    return came[0] * (end[1] - here[1]) - came[1] * (end[0] - here[0]) > 0


def _without_straight_corners(ring: list[tuple[int, int]]) -> tuple[Point, ...]:
    kept = []
    for index, (x, y) in enumerate(ring):
        before, after = ring[index - 1], ring[(index + 1) % len(ring)]
        if (x - before[0]) * (after[1] - y) != (y - before[1]) * (after[0] - x):
            kept.append((float(x), float(y)))
    return tuple(kept)


def masks_by_value(image: Any) -> dict[int, Mask]:
    """Return a mask per value of an image with one channel (a Pillow image).

    Raises:
        ValueError: when it is no image of masks: too many values, or too restless.
    """
    import numpy as np

    return masks_of_values(np.asarray(image))


def masks_of_values(values: NDArray[Any]) -> dict[int, Mask]:
    """Return a mask per value of an array (H, W).

    Raises:
        ValueError: when it has more than ``MAX_VALUES`` values, or so many changes between pixels
            that its run lengths would be larger than itself.
    """
    import numpy as np

    rows = max(1, _STRIP // max(1, values.shape[1]))
    found: set[int] = set()
    for top in range(0, len(values), rows):
        found.update(np.unique(values[top : top + rows]).tolist())
        if len(found) > MAX_VALUES:
            raise ValueError(f"it has more than {MAX_VALUES} values, as no masks have")
    num_changes = int(np.count_nonzero(values[1:] != values[:-1]))
    num_changes += int(np.count_nonzero(values[0, 1:] != values[-1, :-1]))
    if num_changes > MAX_CHANGES:
        raise ValueError(f"its pixels change {num_changes} times, as no masks do")
    return {int(value): mask_from_pixels(values == value) for value in sorted(found)}


def paint(
    shapes: Iterable[tuple[int, Mask | Sequence[Sequence[Point]]]], size: tuple[int, int]
) -> tuple[bytes, Mapping[int, int]]:
    """Return an index image as bytes, row by row, and the pixels that later shapes took away.

    Args:
        shapes: a value of 1 to 255 each, and a mask or rings.
        size: height and width.
    """
    import numpy as np

    values = np.zeros(size, dtype=np.uint8)
    taken: dict[int, int] = {}
    for value, shape in shapes:
        inside = pixels_of(shape) if isinstance(shape, Mask) else draw_rings(shape, size)
        under = values[inside & (values != 0) & (values != value)]
        for other, num in zip(*np.unique(under, return_counts=True), strict=True):
            taken[int(other)] = taken.get(int(other), 0) + int(num)
        values[inside] = value
    return values.tobytes(), taken
