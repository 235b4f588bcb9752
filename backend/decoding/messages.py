"""How a process and its decoding child talk: JSON and bytes over a socket, a file beside them."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_HEAD = struct.Struct("!IQ")
_PIECE = 1 << 20


class Gone(Exception):
    """The other end closed the socket, or died."""


def send(
    end: socket.socket, message: Any, content: bytes = b"", descriptor: int | None = None
) -> None:
    """Send a message, and an open file with it.

    Raises:
        Gone: when nobody is there to read it.
    """
    text = json.dumps(message).encode()
    head = _HEAD.pack(len(text), len(content))
    try:
        if descriptor is None:
            end.sendall(head + text)
        else:
            # What is small goes out in one piece, so that the file arrives with the head.
            socket.send_fds(end, [head], [descriptor])
            end.sendall(text)
        if content:
            end.sendall(content)
    except OSError as error:
        raise Gone(str(error)) from error


def receive(end: socket.socket, *, takes_file: bool = False) -> tuple[Any, bytes, int | None]:
    """Wait for a message; return it, its bytes and the file that came with it.

    Raises:
        Gone: when the other end is closed.
        TimeoutError: when the socket has a timeout and it passed.
    """
    descriptor: int | None = None
    try:
        if takes_file:
            head, descriptors, _, _ = socket.recv_fds(end, _HEAD.size, 1)
            descriptor = descriptors[0] if descriptors else None
        else:
            head = end.recv(_HEAD.size)
        if not head:
            raise Gone("closed")
        head += _exactly(end, _HEAD.size - len(head))
        num_text, num_content = _HEAD.unpack(head)
        message = json.loads(_exactly(end, num_text))
        return message, _exactly(end, num_content), descriptor
    except TimeoutError:
        raise
    except OSError as error:
        raise Gone(str(error)) from error


def _exactly(end: socket.socket, num: int) -> bytes:
    pieces = []
    while num:
        piece = end.recv(min(num, _PIECE))
        if not piece:
            raise Gone("closed")
        pieces.append(piece)
        num -= len(piece)
    return b"".join(pieces)
