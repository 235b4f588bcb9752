"""Small files that become very large when they are decoded, made without making them large here."""

from __future__ import annotations

import base64
import io
import struct
import zipfile
import zlib
from collections.abc import Sequence

SIDE = 20_000


def png(width: int, height: int, *, bits: int = 8, channels: int = 3) -> bytes:
    """Return a black image: 100 megapixels in 0.3 MB."""
    color = {1: 0, 3: 2, 4: 6}[channels]
    row = bytes(1 + (width * channels * bits + 7) // 8)
    packer = zlib.compressobj(6)
    rows = b"".join(packer.compress(row * 64) for _ in range(height // 64))
    rows += packer.compress(row * (height % 64)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, body) for kind, body in parts)


def gif(side: int = SIDE) -> bytes:
    """Return an animation of one pixel on a canvas of 400 megapixels, in 40 bytes."""
    canvas = struct.pack("<HHBBB", side, side, 0x80, 0, 0) + bytes(6)
    frame = b"," + struct.pack("<HHHHB", 0, 0, side, side, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + canvas + frame + b";"


def lying_video(side: int = SIDE) -> bytes:
    """Return an AVI that says it is 64 × 48, of JPEG frames that say they are 400 megapixels."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("L", (64, 48)).save(out, "JPEG")
    frame = bytearray(out.getvalue())
    place = frame.index(b"\xff\xc0")
    struct.pack_into(">HH", frame, place + 5, side, side)
    return avi([bytes(frame)] * 10, 64, 48)


def growing_video(width: int = 7_000, height: int = 5_200, *, begins_small: bool = True) -> bytes:
    """Return an AVI that says it is 64 × 48, and whose last frame really is larger."""
    from PIL import Image

    frames = []
    for size in ((64, 48) if begins_small else (width, height), (width, height)):
        out = io.BytesIO()
        Image.new("L", size).save(out, "JPEG")
        frames.append(out.getvalue())
    return avi(frames, 64, 48)


def large_video() -> bytes:
    """Return an MP4 of one black H.264 frame of 15,600² pixels, in 46 kB."""
    return zlib.decompress(base64.b64decode(_LARGE_VIDEO))


def avi(frames: Sequence[bytes], width: int, height: int) -> bytes:
    """Return a video of frames in JPEG, and the size that its header says."""
    main = struct.pack("<14I", 40_000, 0, 0, 0x10, len(frames), 0, 1, 0, width, height, 0, 0, 0, 0)
    stream = struct.pack(
        "<4s4sIHHIIIIIIII4H",
        b"vids", b"MJPG", 0, 0, 0, 0, 1, 25, 0, len(frames), 0, 0, 0, 0, 0, 0, 0,
    )  # fmt: skip
    form = struct.pack(
        "<IiiHH4sIiiII", 40, width, height, 1, 24, b"MJPG", width * height * 3, 0, 0, 0, 0
    )
    track = _list(b"strl", _chunk(b"strh", stream) + _chunk(b"strf", form))
    header = _list(b"hdrl", _chunk(b"avih", main) + track)
    frames = _list(b"movi", b"".join(_chunk(b"00dc", frame) for frame in frames))
    return _chunk(b"RIFF", b"AVI " + header + frames)


def frames(side: int = SIDE) -> bytes:
    """Return a video that is kept as a zip of frames of 400 megapixels."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as video:
        video.writestr("seqinfo.ini", "[Sequence]\nframeRate=25\nimDir=img1\n")
        video.writestr("img1/000001.png", png(side, side, bits=1, channels=1))
    return out.getvalue()


def workbook(num_cells: int, *, num_rows: int = 1) -> bytes:
    """Return an Excel file with rows of so many cells, of 17 bytes each before it is packed."""
    import openpyxl

    made = io.BytesIO()
    openpyxl.Workbook().save(made)
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    out = io.BytesIO()
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.infolist():
            if not part.filename.endswith("sheet1.xml"):
                target.writestr(part.filename, source.read(part))
        with target.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'<worksheet xmlns="{space}"><sheetData>'.encode())
            for _ in range(num_rows):
                sheet.write(b"<row>")
                for _ in range(num_cells // 10_000):
                    sheet.write(b"<c><v>1</v></c>" * 10_000)
                sheet.write(b"</row>")
            sheet.write(b"</sheetData></worksheet>")
    return out.getvalue()


def wav(channels: int, rate: int, num_frames: int = 1000) -> bytes:
    """Return a silent recording of as many channels and as high a rate as is said."""
    data = bytes(num_frames * channels)
    form = struct.pack("<HHIIHH", 1, channels, rate, rate * channels, channels, 8)
    return _chunk(b"RIFF", b"WAVE" + _chunk(b"fmt ", form) + _chunk(b"data", data))


def wide_audio() -> bytes:
    """Return a recording of a thousand channels."""
    return wav(1000, 48_000)


def parquet(num_rows: int, length: int) -> bytes:
    """Return a table of one long text, so many times: a text is written once."""
    import pyarrow as arrow
    from pyarrow import parquet as files

    places = arrow.array([0] * num_rows, arrow.int32())
    column = arrow.DictionaryArray.from_arrays(places, arrow.array(["x" * length]))
    out = io.BytesIO()
    files.write_table(arrow.table({"text": column}), out, compression="zstd")
    return out.getvalue()


def _png_chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + b"\x00" * (len(body) % 2)


def _list(kind: bytes, body: bytes) -> bytes:
    return _chunk(b"LIST", kind + body)


# Made by libx264: ``preset=ultrafast,coder=1``, one frame of zeros; then packed.
_LARGE_VIDEO = (
    b"eNrt3E2LHEUYB/Dq3U1cNBiQPRjYQKnxErOz3Z3JEBdbNqzBxbhBEBMQYajpqt5ppt+2unZ2J6ccFPIJPHgR8SB6"
    b"MXgRBEHEQ256MGBEyAsiejDxEzg+1bPrzCYm2MGL8O/5dXdV11NPdVX1eRhjPDKDIi7zlLEpZu90+qIfemnR9Bhj"
    b"s5FWirHLX6dSGIo5u3/fcPjKT6d/+/KXa6ufv3vsB37tmdt3tv1Wky/wMNeKe60TVFxt0KPFtddOv7zQ5KfOrVCb"
    b"VCE1rOTFIFGR4b7rHl/wXd9Gd40plhYXt7a2Gv1YqjwRWSPX64s2b6Nr0oRi8sLEeVYu8VB0RBh4XKuIrlJ1kjzs"
    b"Be4S/bjIRDIola3xVAUyFrzc7FDJ5UU5oHC6trUMvIZLIXThabytZNvmsj3aWmTrKvBaPOzqPBVt6upxo1WSxCVF"
    b"nNw+KUNDhXAjpatUQl7IMxX43jHP45EoTbsoe3FBnXYSbBTtPIpKZTuZrqYOZeDzJM97okuV9vhZmcShGj/wRg9s"
    b"S6arscI4Fca+T5wZpRNB0fS8k2xqMWiHeVqI6s1okYwWcUa5KFALGxNpkSo7gS0Vr3dNQaWeGlBz4J/YLbbTOLOj"
    b"hipT4aZNVXW3a6NV2aW6DoNQRzzt0ILYJaVK4B9vuHzDjh64jRYVC5umuovtoPU8FUqjiqDJ44JWl/aQFr9JO7UR"
    b"uOwiY+dfUpfeXvrz929vvN5ka1PXv7/10eFweHP2zNUDc4xNPwTn+vycNndK/lntnj/XCJ9+okbw/q9qBB9arhE8"
    b"uPjvg6eO1kj86I0awWdqxDq3agQ/Vuct0jrbV+frevrhvkQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    b"AAAAAAAAAAAAAPj/m7nK2Pl5xdjS3JVLK5/iz3Qn4M90x/BnugAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    b"AAAAAAAAAAAAAAAA8F9bPkU3J83zPmMsSftdyfYc079Wp8Os8eHsjbq7vsweeEyR54wWPSq/ZXrVmNP3ZrNjP3ic"
    b"fxr3hT9GJx1HlDQl3edVUppxj528VV/nw1TGggo8lXfPfbk63/imqix0ZaJ3W/qxVJOR56ier4pMJsrGOGfTOIuo"
    b"MNdPq6STr3lEjtrmpVbRxDQObOqEj8rO46XpJFT+pDSlnIh5T/RD7z5LQZOmaa9SYfV+EfccTw6HdHUp64qztvzi"
    b"8CY7tE73HynXI+9/YDfFLhebOjg7c9RhM93bB6/YWXWMHi3nvne+281Ummqpd8d1dj6CeZpBuPf53+cctV0YNV3+"
    b"YvwszCfiXTo7m9LYLXozVdXdHk9NbgdtoRZFkUxObSEe7fmzH5vcJjwsRdW5WpRXRT9q+Q2PuP5fFZQWiw=="
)
