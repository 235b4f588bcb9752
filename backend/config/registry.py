"""What apps bring for another app to use, which cannot import them as they import it.

The app that needs something keeps a registry in its ``contracts``; each app that has it adds its
part in ``AppConfig.ready``. So a new app joins in without a change to the one it serves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from django.core.exceptions import ImproperlyConfigured

Part = TypeVar("Part")


class Registry(Generic[Part]):
    """Parts of one kind by name, in the order of the apps that brought them."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._parts: dict[str, Part] = {}

    def add(self, name: str, part: Part) -> None:
        """Take a part in.

        Raises:
            ImproperlyConfigured: when the name is taken.
        """
        if name in self._parts:
            raise ImproperlyConfigured(
                f"There are two parts for the {self._kind} '{name}'. Each name is registered once, "
                "in the AppConfig of the app that knows it: remove one of both."
            )
        self._parts[name] = part

    def __getitem__(self, name: str) -> Part:
        """Return the part of a name.

        Raises:
            ImproperlyConfigured: when no app brought it.
        """
        if name not in self._parts:
            raise ImproperlyConfigured(
                f"No app brought the {self._kind} '{name}'. Register it in the AppConfig of the "
                "app that knows it, and see that the app is in INSTALLED_APPS."
            )
        return self._parts[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether an app brought a part of this name."""
        return name in self._parts

    def items(self) -> Iterator[tuple[str, Part]]:
        """Go through all parts with their names."""
        return iter(self._parts.items())

    def __iter__(self) -> Iterator[Part]:
        """Go through all parts."""
        return iter(self._parts.values())
