"""``python -m backend.demo``."""

from __future__ import annotations

import argparse
import json
import shlex
import sys

from rich.console import Console
from rich.table import Table

import backend.demo
from backend.demo.account import Account, sign_in
from backend.demo.journey import Result, travel
from backend.demo.site import start_site, stop_site
from backend.demo.steps import Steps
from backend.processes import end_like_an_interrupt


def main() -> int:
    """Run the demo and leave the site running until Ctrl-C, SIGTERM or its terminal's end."""
    parser = argparse.ArgumentParser(
        prog="python -m backend.demo", description=backend.demo.__doc__
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--exit", action="store_true", help="stop the site at the end")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON line")
    options = parser.parse_args()
    console = Console(stderr=options.json)
    steps = Steps(console)
    url = f"http://127.0.0.1:{options.port}"
    site = None
    end_like_an_interrupt()
    try:
        site = start_site(url, options.port)
        account = sign_in(url)
        result = travel(url, account, steps)
        _print(console, url, account, result)
        if options.json:
            sys.stdout.write(json.dumps(result.figures) + "\n")
            sys.stdout.flush()
        if site is None or options.exit:
            return 0
        console.print(f"\nThe site stays on [bold]{url}[/]. Ctrl-C stops it.")
        return site.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        if site is not None:
            stop_site(site)


def _print(console: Console, url: str, account: Account, result: Result) -> None:
    figures, best = result.figures, result.prediction["results"][0]
    table = Table(title="From image files to a running API", show_header=False)
    for name, value in (
        ("Accuracy", f"{figures['accuracy']:.4f} on {figures['num_test_samples']} held-out images"),
        ("Macro F1", f"{figures['macro_f1']:.4f}"),
        ("Size", f"{figures['model_bytes'] / 2**20:.2f} MiB"),
        ("Latency", f"p50 {figures['latency_p50_ms']} ms, p99 {figures['latency_p99_ms']} ms"),
        ("Endpoint", result.predict_url),
        ("Last answer", f"{best['name']} ({best['score']:.4f})"),
        ("Site", url),
        ("Sign in", f"{account.email} / {account.password}"),
    ):
        table.add_row(name, value)
    console.print(table)
    header = shlex.quote(f"Authorization: Bearer {result.token}")
    command = f"curl -s -H {header} --data-binary @{result.image} {result.predict_url}"
    console.print("Call it yourself:", highlight=False)
    console.print(command, soft_wrap=True, highlight=False, markup=False)


if __name__ == "__main__":
    sys.exit(main())
