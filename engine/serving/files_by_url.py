"""Fetch files by address, from hosts the administrator named and nowhere else."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from engine.serving.errors import ServingError

TIMEOUT_SECONDS = 10.0


class UrlReader:
    """Reads files from allowed hosts. No redirect is followed: it could lead anywhere."""

    def __init__(self, allowed_hosts: tuple[str, ...], max_bytes: int) -> None:
        self._allowed = frozenset(host.lower() for host in allowed_hosts)
        self._max_bytes = max_bytes

    async def read(self, url: object) -> bytes:
        """Return the bytes at an address.

        Raises:
            ServingError: ``url_not_allowed``, ``url_unreadable`` or ``input_size``.
        """
        parts = _split(url)
        host = parts.hostname if parts is not None else None
        if parts is None or parts.scheme not in ("http", "https") or host not in self._allowed:
            raise ServingError(
                "Files are fetched only by http or https and from the hosts that the "
                "administrator allowed. Send the file itself as base64.",
                code="url_not_allowed",
            )
        return await self._fetch(parts.geturl())

    async def _fetch(self, url: str) -> bytes:
        # Most deployments allow no host and never need the client.
        import httpx

        chunks: list[bytes] = []
        size = 0
        try:
            async with (
                # Without the environment's proxies and passwords: only the named host is spoken to.
                httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False) as client,
                client.stream("GET", url) as response,
            ):
                if response.status_code != 200:
                    raise ServingError(
                        f"The file's address answered with status {response.status_code}. "
                        "Check the address.",
                        code="url_unreadable",
                    )
                async for chunk in response.aiter_bytes():
                    size += len(chunk)
                    if size > self._max_bytes:
                        raise ServingError(
                            f"The file is longer than {self._max_bytes} bytes. Send a smaller one.",
                            code="input_size",
                        )
                    chunks.append(chunk)
        except httpx.HTTPError as error:
            raise ServingError(
                f"The file could not be fetched ({type(error).__name__}). Check the address.",
                code="url_unreadable",
            ) from error
        return b"".join(chunks)


def _split(url: object) -> SplitResult | None:
    try:
        return urlsplit(url) if isinstance(url, str) else None
    except ValueError:
        return None
