"""Serializers that take a request literally: no unknown fields, no numbers for text."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers

from engine.specs.samples.hidden_characters import has_hidden


class StrictCharField(serializers.CharField):
    """Text, and only text; a NUL character is refused because PostgreSQL cannot store it."""

    default_error_messages = {"not_text": "Expected text."}

    def to_internal_value(self, data: Any) -> str:
        """Return the text.

        Raises:
            ValidationError: when the value is not a string.
        """
        if not isinstance(data, str):
            self.fail("not_text")
        return str(super().to_internal_value(data))


class NameField(StrictCharField):
    """A name that people read; characters that nobody sees are refused."""

    default_error_messages = {
        "hidden_characters": "The name holds characters that nobody sees. Type it anew."
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the name.

        Raises:
            ValidationError: ``hidden_characters``, or when the value is not a string.
        """
        name = super().to_internal_value(data)
        if has_hidden(name):
            self.fail("hidden_characters")
        return name


class StrictIntegerField(serializers.IntegerField):
    """A whole number, and only that; text and booleans are refused."""

    default_error_messages = {"not_integer": "Expected a whole number."}

    def to_internal_value(self, data: Any) -> int:
        """Return the number.

        Raises:
            ValidationError: when the value is not an integer.
        """
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("not_integer")
        return int(super().to_internal_value(data))


class StrictFloatField(serializers.FloatField):
    """A finite number, and only that."""

    default_error_messages = {"not_number": "Expected a number."}

    def to_internal_value(self, data: Any) -> float:
        """Return the number.

        Raises:
            ValidationError: when the value is not a finite number.
        """
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("not_number")
        value = float(super().to_internal_value(data))
        if value != value or value in (float("inf"), float("-inf")):
            self.fail("not_number")
        return value


class StrictBooleanField(serializers.BooleanField):
    """``true`` or ``false``, and only these."""

    default_error_messages = {"not_boolean": "Expected true or false."}

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean.

        Raises:
            ValidationError: when the value is not a boolean.
        """
        if not isinstance(data, bool):
            self.fail("not_boolean")
        return data


class StrictUUIDField(serializers.UUIDField):
    """A UUID written as text, and only that."""

    def to_internal_value(self, data: Any) -> UUID:
        """Return the id.

        Raises:
            ValidationError: when the value is not the text of a UUID.
        """
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return UUID(str(super().to_internal_value(data)))


class InputSerializer(serializers.Serializer[Any]):
    """What a request may hold; fields that it does not declare are refused."""

    default_error_messages = {"unknown_field": "This field is not known here."}

    def to_internal_value(self, data: Any) -> Any:
        """Validate the declared fields and refuse the rest.

        Raises:
            ValidationError: naming each unknown or wrong field.
        """
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                message = self.error_messages["unknown_field"]
                raise serializers.ValidationError(
                    dict.fromkeys(unknown, message), code="unknown_field"
                )
        return super().to_internal_value(data)


class OutputSerializer(serializers.Serializer[Any]):
    """What an answer holds; declared apart from the input on purpose."""
