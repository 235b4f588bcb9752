"""Arguments of a command line; of a flag that there is not, the nearest that there is."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any


class Parser(argparse.ArgumentParser):
    """A parser that names the nearest of the words that there are."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a word that is none of the choices."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = get_close_matches(str(value), [str(one) for one in action.choices or ()], n=1)
            if not near:
                raise
            message = f"{error.message}. Did you mean '{near[0]}'?"
            raise argparse.ArgumentError(action, message) from error


def parse(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments of a command, or end as ``argparse`` does, with one line.

    Args:
        parser: of the whole command line.
        arguments: those of the process if left out.
    """
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        _refuse(_chosen(parser, options), unknown)
    return options


def _refuse(command: argparse.ArgumentParser, unknown: Sequence[str]) -> None:
    flags = [one for one in command._option_string_actions if one.startswith("--")]
    named = next((one for one in unknown if one.startswith("-")), None)
    near = get_close_matches(named.partition("=")[0], flags, n=1) if named else []
    hint = f" Did you mean '{near[0]}'?" if near else f" '{command.prog} --help' lists all flags."
    command.error(f"there is no argument '{named or unknown[0]}'.{hint}")


def _chosen(
    parser: argparse.ArgumentParser, options: argparse.Namespace
) -> argparse.ArgumentParser:
    """Return the parser of the command that was given, however deep it lies."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below: argparse.ArgumentParser = action.choices[getattr(options, action.dest)]
            return _chosen(below, options)
    return parser
