"""HTTP responses that carry a file: kept by browsers for a while, in parts when asked for.

The content of an address never changes, but what a browser got of it may have been damaged: so
copies are asked about again, and the tag of a file that was repaired is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header

from backend.files.contracts.damage import damaged
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.backends import kept_store
from backend.files.services.damage import damage_of
from backend.files.services.store import require_undamaged, store
from backend.files.services.streams import streamed
from backend.files.thumbnails import ensure_shown, ensure_thumbnail, is_shown

KEPT = "private, max-age=3600, must-revalidate"
_PIECE = 1 << 20
_RANGE = re.compile(r"^bytes=(\d{0,18})-(\d{0,18})$", re.ASCII)


def image_response(request: HttpRequest, *, sha256: str, size: int | None) -> HttpResponseBase:
    """Return an image, as a PNG where browsers do not show its format, or a file's thumbnail.

    Raises:
        NotFound: when a file of this kind has no thumbnail, or ``file_damaged``.
    """
    if size is None and is_shown(sha256):
        return file_response(request, sha256=sha256)
    require_undamaged(sha256)
    tag = tag_of(sha256, str(size or "png"))
    if request.headers.get("If-None-Match") == tag:
        return _unchanged(tag)
    key = ensure_shown(sha256) if size is None else ensure_thumbnail(sha256, size)
    with store().open(key) as file:
        kind = "image/png" if size is None else "image/webp"
        response = HttpResponse(file.read(), content_type=kind)
    return lasting_response(response, tag)


def file_response(request: HttpRequest, *, sha256: str) -> HttpResponseBase:
    """Return a file, or a part of it; the address of a content never changes its content.

    Raises:
        NotFound: ``file_damaged``; whoever holds a copy of a changed file is not told to keep it.
    """
    require_undamaged(sha256)
    tag = tag_of(sha256)
    if request.headers.get("If-None-Match") == tag:
        return _unchanged(tag)
    blob = Blob.objects.get(sha256=sha256)
    if not blob.source and (found := damage_of(sha256, blob.bytes, is_read=False)) is not None:
        raise damaged(sha256, found)
    response = blob_response(
        request, key=key_of(sha256), media_type=blob.media_type, num_bytes=blob.bytes, tag=tag
    )
    return lasting_response(response, tag)


def download_response(request: HttpRequest, *, sha256: str, name: str) -> HttpResponseBase:
    """Return a file to be saved under a name, or a part of it.

    Raises:
        NotFound: ``file_damaged``.
    """
    response = file_response(request, sha256=sha256)
    saved_as = content_disposition_header(as_attachment=True, filename=name)
    response.headers["Content-Disposition"] = saved_as or "attachment"
    return response


def tag_of(sha256: str, *made: str) -> str:
    """Return the ``ETag`` of a file, or of what is made of it; another once it was put here anew.

    Args:
        sha256: of the file.
        made: what is made of it, such as the size of a thumbnail.
    """
    path = kept_store().local_path(key_of(sha256))
    written = [] if path is None or not path.is_file() else [f"{path.stat().st_mtime_ns:x}"]
    return f'"{"-".join([sha256, *written, *made])}"'


def _unchanged(tag: str) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag, "Cache-Control": KEPT})


def lasting_response(response: HttpResponseBase, tag: str) -> HttpResponseBase:
    """Mark a response as one that is kept for a while, and then asked about by its tag."""
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = KEPT
    # A file somebody uploaded must never act as a page of this site.
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def blob_response(
    request: HttpRequest, *, key: str, media_type: str, num_bytes: int, tag: str
) -> HttpResponseBase:
    """Return a file of the store, or the one range of it that the request names.

    Whoever has the beginning of other contents (``If-Range``) gets the whole file.
    """
    is_other = request.headers.get("If-Range", tag) != tag
    wanted = None if is_other else _wanted_range(request.headers.get("Range", ""), num_bytes)
    start, end = wanted or (0, num_bytes)
    if wanted is not None and start >= end:
        response: HttpResponseBase = HttpResponse(
            status=416, headers={"Content-Range": f"bytes */{num_bytes}"}
        )
    else:
        response = _part(request, key, media_type, start, end)
    if wanted is not None and start < end:
        response.status_code = 206
        response.headers["Content-Range"] = f"bytes {start}-{end - 1}/{num_bytes}"
    response.headers["Accept-Ranges"] = "bytes"
    response.headers["ETag"] = tag
    return response


def _part(
    request: HttpRequest, key: str, media_type: str, start: int, end: int
) -> HttpResponseBase:
    """Return a small part of a file at once, a large one in pieces."""
    file = store().open(key)
    if end - start <= _PIECE:
        with file:
            file.seek(start)
            return HttpResponse(file.read(end - start), content_type=media_type)
    response = streamed(request, _pieces(file, start, end), media_type=media_type)
    response.headers["Content-Length"] = str(end - start)
    return response


def _pieces(file: IO[bytes], start: int, end: int) -> Iterator[bytes]:
    with file:
        file.seek(start)
        while start < end and (piece := file.read(min(_PIECE, end - start))):
            start += len(piece)
            yield piece


def _wanted_range(header: str, num_bytes: int) -> tuple[int, int] | None:
    """Return the half-open range a header names; ``None`` for the whole file."""
    match = _RANGE.match(header.strip())
    if match is None or match.group(0) == "bytes=-":
        return None
    first, last = match.groups()
    if first == "":
        return max(0, num_bytes - int(last)), num_bytes
    return int(first), min(int(last) + 1, num_bytes) if last else num_bytes
