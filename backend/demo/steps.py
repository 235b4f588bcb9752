"""What the person at the terminal sees while the demo works."""

from __future__ import annotations

import time
from typing import Any

from easel.client import Client
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


class Steps:
    """Prints each step with a progress bar while it runs and a line when it is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._start = time.monotonic()

    def elapsed(self) -> float:
        """Return seconds since the start."""
        return time.monotonic() - self._start

    def done(self, text: str) -> None:
        """Print a finished step with the seconds since the start."""
        line = f"[green]✓[/] {text} [dim]({self.elapsed():.1f} s)[/]"
        self._console.print(line, highlight=False)

    def wait(self, client: Client, job: dict[str, Any], text: str) -> None:
        """Follow a job with a progress bar until it has succeeded."""
        columns = (TextColumn("  {task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as progress:
            bar = progress.add_task(text, total=None)

            def show(state: dict[str, Any]) -> None:
                phase = state["phase"] or state["state"]
                progress.update(
                    bar,
                    description=f"{text} · {phase}",
                    completed=state["done"],
                    total=state["total"] or None,
                )

            client.jobs.wait(job["id"], on_change=show)
