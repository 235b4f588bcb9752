"""``easel login``."""

from __future__ import annotations

import argparse
import getpass

from easel.cli import credentials
from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.client import Client


def add_commands(commands: Commands) -> None:
    """Add ``login``."""
    parser = command(commands, "login", "Sign in to a server with an API key.", _login)
    parser.add_argument("url", help="address of the server, such as http://127.0.0.1:8000")
    parser.add_argument("--key", help="personal API key (ek_…); asked for when left out")


def _login(options: argparse.Namespace, output: Output) -> None:
    key = options.key or getpass.getpass("API key: ")
    with Client(options.url, api_key=key) as client:
        session = client.session()
    path = credentials.save(options.url, key)
    output.line(f"Signed in to {options.url} as {session['user']['email']}; kept in {path}.")
    if output.as_json:
        output.document(session)
