"""What the header of a WAV file says of its length, which libraries forget when they open it.

Source: Multimedia Programming Interface and Data Specifications 1.0 (RIFF), and EBU Tech 3306
(RF64), where a chunk ``ds64`` states what does not fit into 32 bits.
"""

from __future__ import annotations

from typing import IO

_RIFF, _LONG = (b"RIFF", b"RF64"), 0xFFFF_FFFF
# Programs that write into a pipe state this or more, for they do not know how much will come.
_UNKNOWN = 0x7FFF_0000


def share_there(file: IO[bytes]) -> float:
    """Return the share of the samples stated in a WAV's header that the file holds.

    1 for a file that does not state how many it has, and for other files.
    """
    num_bytes = file.seek(0, 2)
    file.seek(0)
    start = file.read(12)
    if start[:4] not in _RIFF or start[8:] != b"WAVE":
        return 1.0
    long_size = 0
    while len(head := file.read(8)) == 8:
        size = int.from_bytes(head[4:], "little")
        if head[:4] == b"ds64":
            long_size = int.from_bytes(file.read(16)[8:], "little")
            size -= 16
        elif head[:4] == b"data":
            stated = long_size if size == _LONG and long_size else size
            is_known = 0 < stated < _UNKNOWN or stated == long_size > 0
            return min(1.0, (num_bytes - file.tell()) / stated) if is_known else 1.0
        # Chunks begin at even places.
        file.seek(size + size % 2, 1)
    return 1.0
