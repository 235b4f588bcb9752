"""A parser of commands whose options may have values that begin with a minus."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from easel import flags


class Parser(flags.Parser):
    """Takes ``--order -bytes`` as it is printed; argparse alone wants ``--order=-bytes``."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> Any:
        """Parse arguments; what follows an option that needs a value is its value."""
        given = sys.argv[1:] if args is None else args
        return super().parse_known_args(self._joined(given), namespace)

    def _joined(self, arguments: Sequence[str]) -> list[str]:
        joined: list[str] = []
        for one in arguments:
            if joined and self._is_value(joined[-1], one) and "--" not in joined:
                joined[-1] = f"{joined[-1]}={one}"
            else:
                joined.append(one)
        return joined

    def _is_value(self, option: str, text: str) -> bool:
        action = self._option_string_actions.get(option)
        needs_value = action is not None and option.startswith("--") and action.nargs is None
        is_word = len(text) > 2 and text[0] == "-" and text[1] != "-"
        return needs_value and is_word and text not in self._option_string_actions
