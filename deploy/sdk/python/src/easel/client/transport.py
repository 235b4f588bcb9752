"""HTTP with the server's conventions: keys, problem+json, cursor pages, retries of reads."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.client.errors import ApiError, Unreachable
from easel.extras import missing_package

if TYPE_CHECKING:
    import httpx

Json = dict[str, Any]
_RETRIED_STATUS = (429, 502, 503, 504)
_ATTEMPTS = 4


class Transport:
    """One connection pool to one server, signed with one API key."""

    first_wait_seconds = 0.5

    def __init__(self, url: str, api_key: str | None, timeout_seconds: float) -> None:
        try:
            import httpx  # takes a tenth of a second, which ``easel --help`` spares
        except ImportError as error:
            raise missing_package(error, "client") from error

        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self.url = url.rstrip("/")
        self.api_key = api_key
        self._no_response = httpx.TransportError
        try:
            self._http = httpx.Client(
                base_url=f"{self.url}/api/v1/", headers=headers, timeout=timeout_seconds
            )
        except httpx.InvalidURL as error:
            raise Unreachable(
                f"'{url}' is no address of a server ({error}). Write it as http://HOST:8000."
            ) from error

    def request(
        self, method: str, path: str, *, repeatable: bool = False, **content: Any
    ) -> httpx.Response:
        """Send a request; reads are tried again when the server is busy or gone for a moment.

        Args:
            method: the HTTP method.
            path: the address below ``/api/v1/``.
            repeatable: whether sending it twice does no harm, as with reads.
            content: what ``httpx.Client.request`` takes.

        Raises:
            ApiError: when the server refuses.
            Unreachable: when nothing answers.
        """
        may_repeat = repeatable or method == "GET"
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                response = self._http.request(method, path, **content)
            except self._no_response as error:
                if not may_repeat or attempt == _ATTEMPTS:
                    raise Unreachable(
                        f"No answer from {self.url} ({error}). Is the server running?"
                    ) from error
            else:
                busy = response.status_code in _RETRIED_STATUS and may_repeat
                if not busy or attempt == _ATTEMPTS:
                    return _checked(response)
            time.sleep(self.first_wait_seconds * 2 ** (attempt - 1))
        raise AssertionError("unreachable: the last attempt returns or raises")

    def json(self, method: str, path: str, **content: Any) -> Json:
        """Send a request and return its JSON body (empty for 204)."""
        response = self.request(method, path, **content)
        try:
            body: Json = response.json() if response.content else {}
        except ValueError as error:
            raise self._other_server() from error
        return body

    def _other_server(self) -> Unreachable:
        return Unreachable(
            f"{self.url} answers, but not as Easel does. Check the address of the server."
        )

    def pages(self, path: str, params: Mapping[str, Any]) -> Iterator[Json]:
        """Yield the items of a list, fetching page after page."""
        query = {key: value for key, value in params.items() if value is not None}
        page = self.json("GET", path, params=query)
        while True:
            yield from page["results"]
            if not page.get("next"):
                return
            page = self.json("GET", page["next"])

    def download(self, path: str, target: str) -> int:
        """Stream a response into a file; return its bytes.

        The file is there whole or not at all: what was there before stays until then.

        Raises:
            ApiError: when the server refuses.
            Unreachable: when nothing answers, or the response breaks off.
        """
        count = 0
        whole = Path(target)
        part = whole.with_name(f"{whole.name}.part")
        try:
            with self._http.stream("GET", path) as response:
                if response.is_error:
                    response.read()
                    _checked(response)
                if response.headers.get("Content-Type", "").startswith("text/html"):
                    raise self._other_server()
                with part.open("wb") as file:
                    for chunk in response.iter_bytes():
                        count += file.write(chunk)
            part.replace(whole)
        except self._no_response as error:
            raise Unreachable(
                f"The response of {self.url} broke off after {count:,} bytes ({error}). Nothing "
                f"was written to {target}. Try again; if it stays so, look into the server's log."
            ) from error
        finally:
            part.unlink(missing_ok=True)
        return count

    def upload(
        self,
        path: str,
        files: Sequence[tuple[str, bytes]],
        *,
        part: str = "files",
        fields: Mapping[str, str | Sequence[str]] | None = None,
    ) -> Json:
        """Send named files as multipart parts, and fields of one or several values beside them."""
        # As parts without a file name they make the body multipart even when there is no file.
        parts: list[Any] = [
            (name, (None, value))
            for name, values in (fields or {}).items()
            for value in ([values] if isinstance(values, str) else values)
        ]
        parts += [(part, (name, content)) for name, content in files]
        return self.json("POST", path, files=parts)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


def _checked(response: httpx.Response) -> httpx.Response:
    if not response.is_error:
        return response
    try:
        problem = response.json()
    except ValueError:
        problem = {"status": response.status_code, "detail": response.text[:500]}
    raise ApiError({"status": response.status_code, **problem})
