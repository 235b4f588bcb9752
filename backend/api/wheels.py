"""The wheels of ``easel`` and of its engine, which the site itself offers to notebooks.

``make up`` and the image of the site build them into ``wheels/``; ``backend.config.assets`` sends
them. They are for everybody who reaches the site: pip signs in nowhere, and their code is free.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from backend.api.schema import operation
from backend.api.serializers import OutputSerializer
from backend.api.shapes import serializer_of
from backend.api.views import View

NAMES = ("easel", "easel_engine")


@dataclass(frozen=True)
class Wheel:
    """A wheel that the site offers under ``/wheels/``; with its digest pip proves the download."""

    file: str
    version: str
    size_bytes: int
    sha256: str


WheelSerializer = serializer_of(Wheel, "Wheel")


class WheelsSerializer(OutputSerializer):
    """What notebooks can install from this site, ``easel`` first."""

    wheels = WheelSerializer(many=True)


class WheelsView(View):
    """``/wheels``."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation("get_wheels", response=WheelsSerializer, public=True)
    def get(self, request: Request) -> object:
        """Get the wheels that notebooks install from this site; none where none was built."""
        return {"wheels": offered()}


def links(request: HttpRequest) -> HttpResponse:
    """Answer with a page of links, as ``pip install --find-links`` reads it."""
    del request
    lines = [
        f'<a href="{escape(one.file)}#sha256={one.sha256}">{escape(one.file)}</a><br>'
        for one in offered()
    ]
    page = "\n".join(["<!DOCTYPE html>", "<title>easel</title>", *lines, ""])
    return HttpResponse(page, headers={"Cache-Control": "no-cache"})


def offered() -> tuple[Wheel, ...]:
    """Return the wheels that are there, that of ``easel`` first."""
    folder: Path = settings.WHEELS
    found = (path for name in NAMES for path in sorted(folder.glob(f"{name}-*.whl")))
    return tuple(_wheel(path, *_state(path)) for path in found)


def _state(path: Path) -> tuple[int, int]:
    known = path.stat()
    return known.st_size, known.st_mtime_ns


@cache
def _wheel(path: Path, size_bytes: int, changed_ns: int) -> Wheel:
    """Read a wheel once, as long as its file stays as it is."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Wheel(path.name, path.name.split("-")[1], size_bytes, digest)
