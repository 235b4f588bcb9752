"""Bodies: JSON that can be stored, files, and streams."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent, TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler
from django.http.multipartparser import MultiPartParser as DjangoMultiPartParser
from django.http.multipartparser import MultiPartParserError
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, DataAndFiles, JSONParser

from backend.api.errors import TooLarge

MAX_MULTIPART_BYTES = 256 * 2**20
# A larger file of a request is written to the disk while it comes.
_MAX_IN_MEMORY = 2**20
MAX_JSON_DEPTH = 64


class JsonParser(JSONParser):
    """JSON that is not nested without end, of text that a database can store."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the document.

        Raises:
            ParseError: when it is no JSON, too deep, or has half of a character in it.
        """
        try:
            document = super().parse(stream, media_type, parser_context)
        except (RecursionError, UnicodeError) as error:
            raise ParseError(f"The body is no JSON that is read here: {error}.") from error
        _require_plain(document)
        return document


def _require_plain(document: Any) -> None:
    """Refuse what is nested too deeply, and halves of surrogate pairs.

    Raises:
        ParseError: naming what is wrong.
    """
    level: list[Any] = [document]
    for _ in range(MAX_JSON_DEPTH):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value)
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
            elif isinstance(value, str) and not value.isascii() and not _is_whole(value):
                raise ParseError("A text of the body holds half of a character. Send UTF-8.")
        if not inner:
            return
        level = inner
    raise ParseError(f"The body is nested deeper than {MAX_JSON_DEPTH} levels.")


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class OctetStreamParser(BaseParser):
    """Leaves a raw body as the stream it is; ``request.data`` can be read in pieces."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the stream."""
        del media_type, parser_context
        return stream


@dataclass(frozen=True)
class SpooledFile:
    """A file that was too large to be kept in memory; whoever takes it consumes it."""

    path: Path
    sha256: str
    num_bytes: int


@dataclass(frozen=True)
class ReceivedFile:
    """An uploaded file with the path its sender gave it, which nobody has checked yet."""

    path: str
    content: bytes | SpooledFile

    def take(self) -> bytes:
        """Return the whole content and forget the file."""
        if not isinstance(self.content, SpooledFile):
            return self.content
        try:
            return self.content.path.read_bytes()
        finally:
            self.close()

    def close(self) -> None:
        """Forget the file: the body that it came in is refused."""
        if isinstance(self.content, SpooledFile):
            self.content.path.unlink(missing_ok=True)


class FilesParser(BaseParser):
    """Reads multipart bodies and keeps each file's whole path, which Django's own parser cuts."""

    media_type = "multipart/form-data"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> DataAndFiles[Any, Any]:
        """Return fields and files.

        Raises:
            TooLarge: when the body is larger than one request may be.
            ParseError: when the body is not what its header says.
        """
        request = (parser_context or {})["request"]
        meta = {**request.META, "CONTENT_TYPE": media_type}
        if int(meta.get("CONTENT_LENGTH") or 0) > MAX_MULTIPART_BYTES:
            raise TooLarge(
                f"One request takes at most {MAX_MULTIPART_BYTES} bytes. Send fewer files at once.",
                code="request_too_large",
                maximum=MAX_MULTIPART_BYTES,
            )
        encoding = (parser_context or {}).get("encoding", "utf-8")
        try:
            parser = _PathKeepingParser(meta, stream, [_Handler(request)], encoding)
            data, files = parser.parse()
        except (TooManyFieldsSent, TooManyFilesSent) as error:
            raise too_many_parts() from error
        except MultiPartParserError as error:
            raise ParseError(f"The multipart body is broken: {error}.") from error
        return DataAndFiles(data, files)


def too_many_parts() -> TooLarge:
    """Return the refusal of a body of more files or fields than one request may have."""
    return TooLarge(
        f"One request takes at most {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files and "
        f"{settings.DATA_UPLOAD_MAX_NUMBER_FIELDS} fields. Send fewer at once.",
        code="too_many_parts",
        maximum=settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    )


class _PathKeepingParser(DjangoMultiPartParser):
    def sanitize_file_name(self, file_name: str) -> str:
        """Return the name as it is: what takes it in checks it as a path."""
        return file_name


class _Handler(FileUploadHandler):
    """Collects a file, a large one on the disk; the size of the whole request was checked."""

    chunk_size = 2**20

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Begin a file."""
        super().new_file(*args, **kwargs)
        self._parts: list[bytes] = []
        self._num_bytes = 0
        self._file: IO[bytes] | None = None
        self._digest = hashlib.sha256()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Add to the file.

        Raises:
            OSError: when there is no room for it.
        """
        del start
        self._digest.update(raw_data)
        self._num_bytes += len(raw_data)
        if self._file is None and self._num_bytes > _MAX_IN_MEMORY:
            self._file = _spooled()
            self._file.writelines(self._parts)
            self._parts = []
        if self._file is None:
            self._parts.append(raw_data)
        else:
            self._file.write(raw_data)

    def file_complete(self, file_size: int) -> Any:
        """End the file."""
        del file_size
        content: bytes | SpooledFile
        if self._file is None:
            content = b"".join(self._parts)
        else:
            self._file.close()
            content = SpooledFile(Path(self._file.name), self._digest.hexdigest(), self._num_bytes)
        return ReceivedFile(path=self.file_name or "", content=content)

    def upload_interrupted(self) -> None:
        """Forget a file that broke off."""
        if getattr(self, "_file", None) is not None:
            assert self._file is not None
            self._file.close()
            Path(self._file.name).unlink(missing_ok=True)


def _spooled() -> IO[bytes]:
    """Return a new file of the folder that the reaper of uploads looks after."""
    folder: Path = settings.ENVIRONMENT.data / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    return NamedTemporaryFile(dir=folder, prefix="incoming-", delete=False)
