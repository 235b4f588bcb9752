"""Show how far a training is in a notebook: one place that changes, instead of many lines."""

from __future__ import annotations

import time
from html import escape
from typing import Any, Callable

from easel.training.events import Event
from easel.training.standing import Standing, duration

# A short training tells hundreds of epochs a second; nobody sees more changes than these.
_SECONDS_A_CHANGE = 0.2
_ENDS = {"succeeded": "Trained", "cancelled": "Stopped", "failed": "Failed"}

Show = Callable[..., Any]
"""``IPython.display.display``."""


class NotebookProgress:
    """A bar, the numbers of the last epoch and the time left; warnings below, the log folded away.

    Args:
        show: puts it into the notebook; that of IPython if left out.
    """

    def __init__(self, show: Show | None = None) -> None:
        self._show = show or _of_ipython()
        self._standing = Standing()
        self._place: Any = None
        self._begun = time.monotonic()
        self._shown = 0.0

    def __call__(self, event: Event) -> None:
        """Show one event."""
        self._standing.take(event)
        now = time.monotonic()
        if now - self._shown >= _SECONDS_A_CHANGE:
            self._shown = now
            self._put()

    def close(self) -> None:
        """Leave the end, with the time it took."""
        if self._standing.phase or self._place is not None:
            self._put()

    def _put(self) -> None:
        seconds = time.monotonic() - self._begun
        document = {
            "text/html": progress_html(self._standing, seconds),
            "text/plain": _text(self._standing, seconds),
        }
        if self._place is None:
            self._place = self._show(document, raw=True, display_id=True)
        else:
            self._place.update(document, raw=True)


def _of_ipython() -> Show:
    # Only where a notebook runs is it there.
    from IPython.display import display

    show: Show = display
    return show


def progress_html(standing: Standing, seconds: float) -> str:
    """Return what a notebook shows of a training that has gone on for some seconds."""
    bar = ""
    if not standing.status:
        place = f' max="{standing.total}" value="{standing.done}"' if standing.total else ""
        bar = f'<progress style="width:100%"{place}></progress>'
    warnings = "".join(
        f'<div><b style="color:#b26a00">Warning</b> {escape(text)}</div>'
        for text in standing.warnings
    )
    log = ""
    if standing.log:
        lines = escape("\n".join(standing.log))
        log = (
            f"<details><summary>Log ({len(standing.log)})</summary>"
            f'<pre style="white-space:pre-wrap">{lines}</pre></details>'
        )
    head = f"<div>{escape(_text(standing, seconds))}</div>"
    return f'<div style="max-width:44em">{head}{bar}{warnings}{log}</div>'


def _text(standing: Standing, seconds: float) -> str:
    end = _ENDS.get(standing.status)
    if end is not None:
        return " · ".join(filter(None, (f"{end} after {duration(seconds)}", standing.note)))
    share = f"{100 * standing.done // standing.total} %" if standing.total else ""
    return " · ".join(filter(None, (standing.name, share, standing.note, standing.left)))
