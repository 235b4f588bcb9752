"""Ask a published endpoint, with the key or token that its page gives: now, or for later.

>>> from easel.client import Endpoint
>>> endpoint = Endpoint("http://127.0.0.1:9000/endpoints/digits", secret="epk_…")
>>> endpoint.predict("photo.jpg")
[{'name': '3', 'score': 0.97}]
>>> prediction = endpoint.submit("hour.wav")
>>> prediction.wait(timeout_seconds=3600)
[{'text': '…'}]
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union
from urllib.parse import urlsplit

from easel.client.errors import ApiError, PredictionFailed, Unreachable
from easel.extras import missing_package

if TYPE_CHECKING:
    import httpx

Json = dict[str, Any]
Request = Union[bytes, str, Path, Mapping[str, Any]]
"""Content of a file, path of one (``.json`` holds parts), or parts as ``/predict`` takes them."""

QUESTION = ".json"
"""Ends the name of a file that holds the parts of a request."""
_PREDICT = "/predict"
_WAITING = ("queued", "running")
_RETRIED_STATUS = (429, 502, 503)
_ATTEMPTS = 4


class Endpoint:
    """An endpoint as its callers see it.

    Args:
        url: its address, as its page shows it; ``/predict`` at the end may stay.
        secret: a key (``epk_…``) or access token of the endpoint.
        timeout_seconds: how long one request may take.

    Raises:
        ValueError: when that is no address.
        Unreachable: likewise, where only the HTTP library can tell.
    """

    first_wait_seconds = 0.5

    def __init__(self, url: str, *, secret: str | None = None, timeout_seconds: float = 60) -> None:
        try:
            import httpx  # takes a tenth of a second, which ``easel --help`` spares
        except ImportError as error:
            raise missing_package(error, "client") from error

        require_address(url)
        self.url = url.rstrip("/")
        if self.url.endswith(_PREDICT):
            self.url = self.url[: -len(_PREDICT)]
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self._http = httpx.Client(headers=headers, timeout=timeout_seconds)
        self._no_answer = (httpx.HTTPError, httpx.InvalidURL)

    def predict(self, request: Request) -> list[Json]:
        """Return the results for one request; it is asked again when the endpoint is busy.

        Raises:
            ApiError: when it is refused.
            Unreachable: when nothing answers.
            OSError: when a file cannot be read.
        """
        return _results(self._send("POST", _PREDICT, **_content(request)).json(), self.url)

    def submit(self, request: Request, *, webhook: str | None = None) -> Prediction:
        """Have a request accepted, to be answered when its turn comes.

        Args:
            request: as of ``predict``.
            webhook: name or id of a channel that is told of the end.

        Raises:
            ApiError: when it is refused, ``not_enabled`` where nobody set that up.
            Unreachable: when nothing answers.
            OSError: when a file cannot be read.
        """
        content = _content(request)
        if webhook is not None:
            content["headers"] = {**content["headers"], "Easel-Webhook": webhook}
        # Not asked again when no answer came: it may have been accepted.
        answer = self._send("POST", "/predictions", is_repeatable=False, **content)
        return self.prediction(str(answer.json()["id"]))

    def prediction(self, prediction_id: str) -> Prediction:
        """Return a prediction that was submitted before, perhaps by another program."""
        return Prediction(self, prediction_id)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _send(
        self, method: str, path: str, *, is_repeatable: bool = True, **content: Any
    ) -> httpx.Response:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                response = self._http.request(method, self.url + path, **content)
            except self._no_answer as error:
                if not is_repeatable or attempt == _ATTEMPTS:
                    raise Unreachable(
                        f"No answer from {self.url} ({error}). Is the endpoint running?"
                    ) from error
            else:
                # These were not taken, so that they may be sent again in any case.
                if response.status_code not in _RETRIED_STATUS or attempt == _ATTEMPTS:
                    return _checked(response, self.url)
            time.sleep(self.first_wait_seconds * 2 ** (attempt - 1))
        raise AssertionError("unreachable: the last attempt returns or raises")


class Prediction:
    """A request that was accepted, and is answered when its turn comes.

    Attributes:
        id: by which ``Endpoint.prediction`` finds it again.
    """

    def __init__(self, endpoint: Endpoint, prediction_id: str) -> None:
        self._endpoint = endpoint
        self.id = prediction_id

    def status(self) -> Json:
        """Return how it is: ``status`` is queued, running, succeeded, failed or canceled.

        Raises:
            ApiError: ``not_found`` once the result is deleted.
            Unreachable: when nothing answers.
        """
        status: Json = self._look().json()
        return status

    def wait(self, timeout_seconds: float | None = None) -> list[Json]:
        """Return the results once they are there.

        Args:
            timeout_seconds: how long is waited; without it, as long as the endpoint takes.

        Raises:
            PredictionFailed: when it failed or was canceled.
            TimeoutError: when it is not answered yet; it goes on, and may be waited for again.
            ApiError: ``not_found`` once the result is deleted.
            Unreachable: when nothing answers.
        """
        deadline = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        while True:
            response = self._look()
            document: Json = response.json()
            if document["status"] not in _WAITING:
                break
            seconds = float(response.headers.get("Retry-After", 1))
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"The prediction {self.id} is {document['status']} still.")
                seconds = min(seconds, left)
            time.sleep(seconds)
        if document["status"] != "succeeded":
            raise PredictionFailed(document)
        return _results(document["response"]["body"], self._endpoint.url)

    def delete(self) -> None:
        """Cancel it while it waits or is answered, delete its result afterwards.

        Raises:
            ApiError: ``not_found`` once it is deleted.
            Unreachable: when nothing answers.
        """
        self._endpoint._send("DELETE", f"/predictions/{self.id}")

    def _look(self) -> httpx.Response:
        return self._endpoint._send("GET", f"/predictions/{self.id}")


def require_address(url: str) -> None:
    """Require an address that an endpoint may have.

    Raises:
        ValueError: when it is none of HTTP, or its port is no number from 1 to 65535.
    """
    if not url.startswith(("http://", "https://")):
        raise ValueError(
            f"'{url}' is no address of an endpoint. Copy it from the page of the endpoint."
        )
    try:
        port = urlsplit(url).port
    except ValueError:
        port = 0
    if port == 0:
        raise ValueError(
            f"The port in '{url}' is wrong: a port is a number from 1 to 65535. Copy the address "
            "from the page of the endpoint."
        )


def _content(request: Request) -> Json:
    """Return a request as the HTTP library takes it.

    Raises:
        OSError: when the file cannot be read.
    """
    if isinstance(request, Mapping):
        body, is_json = json.dumps(dict(request)).encode(), True
    elif isinstance(request, bytes):
        body, is_json = request, False
    else:
        path = Path(request)
        body, is_json = path.read_bytes(), path.suffix == QUESTION
    kind = "application/json" if is_json else "application/octet-stream"
    return {"content": body, "headers": {"Content-Type": kind}}


def _checked(response: httpx.Response, url: str) -> httpx.Response:
    """Return an answer of an endpoint.

    Raises:
        ApiError: when it refused, or what answers is no endpoint.
    """
    if response.is_success and not response.content:
        return response
    try:
        document = response.json()
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise _no_endpoint(response.status_code, url)
    if response.is_error:
        raise ApiError({"status": response.status_code, **document})
    return response


def _results(document: Any, url: str) -> list[Json]:
    """Return the results of an answer.

    Raises:
        ApiError: when it is none of an endpoint.
    """
    results = document.get("results") if isinstance(document, dict) else None
    if not isinstance(results, list):
        raise _no_endpoint(200, url)
    return results


def _no_endpoint(status: int, url: str) -> ApiError:
    detail = (
        f"{url} answers with status {status}, but not as an endpoint does. Copy the address from "
        "the page of the endpoint."
    )
    return ApiError({"status": status, "code": "not_an_endpoint", "detail": detail})
