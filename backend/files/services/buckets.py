"""Files in S3 buckets, through fsspec: the store in one, and reading from any."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from backend.api.errors import Unavailable
from backend.files.contracts.damage import missing

# A bucket that does not answer is given up after these seconds, before whoever asked gives up.
CONNECT_SECONDS, READ_SECONDS, NUM_TRIES = 5.0, 20.0, 2
# How long is waited for an answer by which only the health of the store is told.
HEALTH_SECONDS = 3.0
# How far a bucket is read ahead; the client's own 50 MB would be held for every download.
_AHEAD = 4 << 20
# What readers that go by lines or headers take at once.
_PIECE = 256 << 10


@dataclass(frozen=True)
class BucketStore:
    """A prefix in an S3 bucket, through fsspec; an upload there is whole or absent by itself."""

    prefix: str
    file_system: Any

    @property
    def root(self) -> str:
        """The address."""
        return f"s3://{self.prefix}"

    def put(self, key: str, content: bytes, *, lasting: bool = True) -> None:
        """Store content whole; a bucket keeps what it has taken."""
        del lasting
        if not self.exists(key):
            with naming_silence():
                self.file_system.pipe_file(self._path(key), content)

    def put_many(self, contents: Mapping[str, bytes]) -> None:
        """Store several contents side by side."""
        with naming_silence():
            self.file_system.pipe({self._path(key): content for key, content in contents.items()})

    def put_file(self, key: str, path: Path) -> None:
        """Upload a local file."""
        if not self.exists(key):
            with naming_silence():
                self.file_system.put_file(str(path), self._path(key))
        path.unlink()

    def open(self, key: str) -> IO[bytes]:
        """Open for reading.

        Raises:
            NotFound: when there is no such file.
        """
        try:
            with naming_silence():
                return open_file(self.file_system, self._path(key))
        except FileNotFoundError as error:
            raise missing() from error

    def exists(self, key: str) -> bool:
        """Tell whether there is such a file."""
        with naming_silence():
            return bool(self.file_system.exists(self._path(key)))

    def delete(self, key: str) -> None:
        """Delete."""
        try:
            with naming_silence():
                self.file_system.rm_file(self._path(key))
        except FileNotFoundError:
            pass

    def local_path(self, key: str) -> Path | None:
        """Return ``None``: nothing lies here."""
        del key
        return None

    def _path(self, key: str) -> str:
        return f"{self.prefix}/{key}"


def open_file(file_system: Any, path: str) -> IO[bytes]:
    """Open a file of a bucket for reading; reading it names a server that does not answer, too.

    Raises:
        FileNotFoundError: when there is no such file.
    """
    opened = file_system.open(path, "rb", block_size=_AHEAD, cache_type="readahead")
    return io.BufferedReader(_Reading(opened), _PIECE)


class _Reading(io.RawIOBase):
    """An open file of a bucket, whose reads raise errors of ours."""

    def __init__(self, opened: IO[bytes]) -> None:
        self._opened = opened

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer).cast("B")
        with naming_silence():
            data = self._opened.read(len(view))
        view[: len(data)] = data
        return len(data)

    def readall(self) -> bytes:
        with naming_silence():
            return self._opened.read()

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        return self._opened.seek(offset, whence)

    def tell(self) -> int:
        return self._opened.tell()

    def close(self) -> None:
        self._opened.close()
        super().close()


def bucket_client(endpoint: str, *, is_for_health: bool = False) -> Any:
    """Return a client of buckets that gives up on a server which does not answer."""
    # Imported here: a folder needs none of it, and it costs a tenth of a second and 30 MB.
    import s3fs
    from aiobotocore.session import AioSession
    from botocore.handlers import add_expect_header

    session = AioSession()
    # Waiting to be told to go on with an upload, the client knows no limit of time.
    session.unregister("before-call.s3", add_expect_header)
    limits = {
        "connect_timeout": HEALTH_SECONDS if is_for_health else CONNECT_SECONDS,
        "read_timeout": HEALTH_SECONDS if is_for_health else READ_SECONDS,
        # The client of the file system tries again by itself.
        "retries": {"total_max_attempts": 1},
    }
    options = {"endpoint_url": endpoint} if endpoint else {}
    found = s3fs.S3FileSystem(
        **options, use_listings_cache=False, config_kwargs=limits, session=session
    )
    found.retries = 1 if is_for_health else NUM_TRIES
    return found


@contextmanager
def naming_silence() -> Iterator[None]:
    """Say that the bucket does not answer, rather than that something broke.

    Raises:
        Unavailable: ``store_unavailable``.
    """
    from botocore.exceptions import BotoCoreError

    try:
        yield
    except (TimeoutError, ConnectionError, BotoCoreError) as error:
        raise Unavailable(
            "The file store does not answer. Try again in a minute; if it stays so, tell the "
            "administrator.",
            code="store_unavailable",
        ) from error
