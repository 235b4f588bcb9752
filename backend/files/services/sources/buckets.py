"""Buckets that the administrator lets people import from, through fsspec."""

from __future__ import annotations

from functools import cache
from typing import IO, Any
from uuid import UUID

from django.conf import settings

from backend.files.contracts.source import FileSource, changed, refused, vanished
from backend.files.services.buckets import bucket_client, naming_silence
from backend.files.services.buckets import open_file as open_in_bucket
from backend.files.services.sources.owners import may_use

SCHEME = "s3://"


def buckets_for(organisation_id: UUID | None) -> list[str]:
    """Return the prefixes that an organisation may import from; all of them for ``None``."""
    named = settings.ENVIRONMENT.import_buckets
    return [one for one in named if organisation_id is None or may_use(one, organisation_id)]


def require_allowed(address: str, organisation_id: UUID | None = None) -> None:
    """Refuse what lies beside the prefixes that are allowed, or are so to an organisation.

    Raises:
        NotAllowed: ``source_refused``.
    """
    path = address.removeprefix(SCHEME)
    allowed = buckets_for(organisation_id)
    for prefix in allowed:
        start = prefix.removeprefix(SCHEME).rstrip("/")
        if path.rstrip("/") == start or path.startswith(f"{start}/"):
            return
    known = ", ".join(allowed) or "none"
    reason = f"the administrator lets people import from these buckets: {known}."
    raise refused(address, reason)


def file_system() -> Any:
    """Return the client of the buckets, with the credentials of this installation."""
    environment = settings.ENVIRONMENT
    return _file_system(environment.import_endpoint)


@cache
def _file_system(endpoint: str) -> Any:
    return bucket_client(endpoint)


def stamp_of(about: dict[str, Any]) -> str:
    """Return the stamp of a file from what the bucket says of it."""
    return f"{about['size']}-{str(about.get('ETag', '')).strip(chr(34))}"


def open_file(source: FileSource) -> tuple[IO[bytes], bool]:
    """Open a file, and tell whether it is surely as it was.

    Raises:
        NotAllowed: when it does not lie below an allowed prefix (any more).
        NotFound: when it is gone.
        Conflict: when its size is another one.
    """
    require_allowed(source.address)
    path = source.address.removeprefix(SCHEME)
    try:
        with naming_silence():
            about = file_system().info(path)
            file = open_in_bucket(file_system(), path)
    except (FileNotFoundError, PermissionError) as error:
        raise vanished(source.address) from error
    if str(about["size"]) != source.stamp.partition("-")[0]:
        file.close()
        raise changed(source.address)
    return file, stamp_of(about) == source.stamp
