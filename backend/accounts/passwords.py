"""Passwords that anybody would try first: those made of a person's own name or address."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.core.exceptions import ValidationError

_MIN_PART, _MIN_REST = 3, 6


class NotOneself:
    """Refuses a password that is little more than parts of the e-mail address or the name."""

    def validate(self, password: str, user: Any = None) -> None:
        """Look what is left of a password without these parts.

        Raises:
            ValidationError: when that is too little.
        """
        if user is None:
            return
        rest = _plain(password)
        known = f"{user.email} {user.name}"
        parts = {_plain(known.partition("@")[0]), *map(_plain, re.split(r"[^\w]+|_", known))}
        for part in sorted((one for one in parts if len(one) >= _MIN_PART), key=len, reverse=True):
            for form in (part, part[::-1]):
                rest = rest.replace(form, "")
        if rest != _plain(password) and len(rest) < _MIN_REST:
            raise ValidationError("The password is too similar to your name or e-mail address.")

    def get_help_text(self) -> str:
        """Say what is expected."""
        return "The password may not be made of your name or e-mail address."


def _plain(text: str) -> str:
    """Return letters and digits alone, in one case and form."""
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in normal if letter.isalnum())
