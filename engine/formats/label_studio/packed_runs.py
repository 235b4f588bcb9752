"""Runs of equal bytes packed bit by bit, as Label Studio keeps its brushes.

A stream begins with the number of values (32 bits), the bits of one value less one (5), and the
four widths that lengths can have, less one (4 bits each). Then come runs: a bit that tells equal
values (1) from different ones (0), two bits that choose the width of the length, the length less
one, and the value or values.

Source: the format of thi.ng/rle-pack, which Label Studio's documentation of brush labels names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_COUNT_BITS, _WORD_BITS, _WIDTH_BITS, _CHOICE_BITS = 32, 5, 4, 2
_WORD = 8
_WIDTHS = (3, 4, 8, 16)


def unpack_runs(packed: Sequence[int], num_values: int) -> NDArray[np.uint8]:
    """Return the values of a stream.

    Args:
        packed: its bytes.
        num_values: how many it has to have.

    Raises:
        ValueError: when it has another number, values of more than a byte, or breaks off.
    """
    import numpy as np

    bits = _Reader(bytes(packed))
    stated = bits.take(_COUNT_BITS)
    if stated != num_values:
        raise ValueError(f"a brush of {stated} values does not cover {num_values}")
    word = bits.take(_WORD_BITS) + 1
    if word > _WORD:
        raise ValueError(f"a brush has values of {word} bits")
    widths = [bits.take(_WIDTH_BITS) + 1 for _ in range(4)]
    values = np.zeros(num_values, np.uint8)
    place = 0
    while place < num_values:
        is_equal = bits.take(1)
        end = place + bits.take(widths[bits.take(_CHOICE_BITS)]) + 1
        if end > num_values:
            raise ValueError("a brush has more values than it says")
        if is_equal:
            values[place:end] = bits.take(word)
        else:
            values[place:end] = [bits.take(word) for _ in range(end - place)]
        place = end
    return values


def pack_runs(values: NDArray[np.uint8]) -> list[int]:
    """Return the bytes of the stream that unpacks to values (N,)."""
    import numpy as np

    bits = _Writer()
    bits.put(len(values), _COUNT_BITS)
    bits.put(_WORD - 1, _WORD_BITS)
    for width in _WIDTHS:
        bits.put(width - 1, _WIDTH_BITS)
    edges = [0, *(np.flatnonzero(values[1:] != values[:-1]) + 1).tolist(), len(values)]
    for start, end in pairwise(edges):
        for length in _parts(end - start):
            choice = next(k for k, width in enumerate(_WIDTHS) if length <= 1 << width)
            bits.put(1, 1)
            bits.put(choice, _CHOICE_BITS)
            bits.put(length - 1, _WIDTHS[choice])
            bits.put(int(values[start]), _WORD)
    return bits.content()


def _parts(length: int) -> Iterable[int]:
    most = 1 << _WIDTHS[-1]
    while length > 0:
        yield min(length, most)
        length -= most


class _Reader:
    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def take(self, num_bits: int) -> int:
        end = self._at + num_bits
        if end > 8 * len(self._content):
            raise ValueError("a brush breaks off")
        first, last = self._at // 8, -(-end // 8)
        window = int.from_bytes(self._content[first:last], "big")
        self._at = end
        return (window >> (8 * last - end)) & ((1 << num_bits) - 1)


class _Writer:
    def __init__(self) -> None:
        self._bytes = bytearray()
        self._rest, self._num_bits = 0, 0

    def put(self, value: int, num_bits: int) -> None:
        self._rest = self._rest << num_bits | value
        self._num_bits += num_bits
        while self._num_bits >= 8:
            self._num_bits -= 8
            self._bytes.append(self._rest >> self._num_bits)
            self._rest &= (1 << self._num_bits) - 1

    def content(self) -> list[int]:
        last = [self._rest << (8 - self._num_bits)] if self._num_bits else []
        return [*self._bytes, *last]
