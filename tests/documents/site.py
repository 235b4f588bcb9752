"""The reader's own server: one for all pages, with a person of their own for each page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from tests.documents.pages import Step
from tests.site import Site, running_site, sign_up

SERVER, KEY, SHARED = "http://127.0.0.1:8000", "ek_…", "/data/images"
"""How pages write the reader's server, API key, and folder that the server may import from."""


class ReadersSite:
    """A server that starts when the first page needs one."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._site: Site | None = None

    def own(self, page: str, steps: Sequence[Step]) -> Mapping[str, str]:
        """Return what a reader writes in the place of what the page prints."""
        texts = [step.text for step in steps if step.reason is None]
        if not any(SERVER in text for text in texts):
            return {}
        if self._site is None:
            self._site = self._stack.enter_context(running_site(shared="images"))
        name = "".join(one if one.isalnum() else "-" for one in page)
        client, _ = sign_up(self._site, email=f"{name}@example.com")
        key = client.transport.api_key
        assert key is not None
        return {SERVER: self._site.url, KEY: key, SHARED: str(self._site.data / "images")}


@contextmanager
def readers_site() -> Iterator[ReadersSite]:
    """Yield a server for readers of pages; it ends with the block."""
    with ExitStack() as stack:
        yield ReadersSite(stack)
