"""What comes on a stream: each message is a call, and has one answer."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from engine.gateway.streams.calls import RATE, Answer, CallSender
from engine.gateway.streams.connection import (
    FAILED,
    POLICY,
    RESTARTING,
    TRY_AGAIN,
    Connection,
    Content,
)
from engine.gateway.streams.options import require_options, texts_of
from engine.serving.bodies import Bodies
from engine.serving.errors import ServingError
from engine.serving.http import JSON
from engine.serving.protocol.refusals import refusal

logger = logging.getLogger(__name__)

MAX_ERRORS_IN_A_ROW = 50
CLOSE_CODES = {
    "token_missing": POLICY,
    "token_invalid": POLICY,
    "token_expired": POLICY,
    "not_allowed": POLICY,
    "network_not_allowed": POLICY,
    "not_found": POLICY,
    "unavailable": TRY_AGAIN,
}
"""After which refusals the next message could not be answered either."""
_PASSING = frozenset({RATE, "overloaded"})
"""Refusals of which a caller that is too fast may see many."""
_FILE = b"application/octet-stream"
_PARAMETERS = "parameters"


@dataclass(frozen=True)
class Message:
    """A message that waits for its answer.

    Attributes:
        number: its place among the messages of the stream, from 1.
        body: what is asked about.
        media_type: whether that is JSON or a file.
        options: the options that it is to be answered with.
        num_bytes: what it takes of the memory of all bodies.
    """

    number: int
    body: bytes
    media_type: bytes
    options: Mapping[str, str]
    num_bytes: int


class MessageStream:
    """Answers the messages of one stream, one after the other.

    Of files only the newest waits: one that another one overtakes is answered ``skipped``, so that
    what is answered is never older than one call. Texts are requests, and all of them are answered.
    """

    def __init__(
        self,
        connection: Connection,
        sender: CallSender,
        bodies: Bodies,
        max_waiting: int,
        prediction_kind: str | None,
    ) -> None:
        self.connection = connection
        self.sender = sender
        self.options = sender.options
        self._bodies = bodies
        self._max_waiting = max_waiting
        self._prediction_kind = prediction_kind
        self._num_messages = 0
        self._num_errors = 0
        self._waiting: deque[Message] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._is_draining = False

    @property
    def is_full(self) -> bool:
        """Tell whether as many messages wait as may."""
        return len(self._waiting) >= self._max_waiting

    @property
    def is_busy(self) -> bool:
        """Tell whether a message is being answered."""
        return self._answering is not None

    def take(self, content: Content, num_bytes: int) -> None:
        """Take a message, which is answered in its turn."""
        self._num_messages += 1
        if self._is_draining:
            self._bodies.give_back(num_bytes)
        elif isinstance(content, bytes):
            self.take_file(self._num_messages, content, num_bytes)
        elif not self._take_control(content, num_bytes):
            self.take_request(content, num_bytes)

    def take_file(self, number: int, content: bytes, num_bytes: int) -> None:
        """Have the newest file answered, and no other of those that wait."""
        overtaken = next((one for one in self._waiting if one.media_type == _FILE), None)
        if overtaken is not None:
            self._waiting.remove(overtaken)
            self._bodies.give_back(overtaken.num_bytes)
            self.send({"message": overtaken.number, "skipped": True})
        self._put(Message(number, content, _FILE, self.options, num_bytes))

    def take_request(self, content: str, num_bytes: int) -> None:
        """Have a request answered as it stands."""
        body = content.encode()
        self._put(Message(self._num_messages, body, JSON, self.options, num_bytes))

    def take_command(self, document: Mapping[str, Any]) -> bool:
        """Do what a text says of the stream itself; tell whether it says such a thing."""
        parameters = document.get(_PARAMETERS)
        if len(document) != 1 or not isinstance(parameters, dict):
            return False
        options = texts_of(parameters)
        try:
            require_options(self._prediction_kind, options)
        except ServingError as error:
            refused = refusal("predict", error, None)
            self.send_answer(Answer(refused.status, refused.body), {"message": self._num_messages})
            return True
        self.options = {**self.sender.options, **options}
        self.send({"message": self._num_messages, _PARAMETERS: parameters})
        return True

    def leave(self) -> None:
        """Answer nobody any more."""
        while self._waiting:
            self._bodies.give_back(self._waiting.popleft().num_bytes)
        if self._answering is not None:
            self._answering.cancel()

    def drain(self) -> None:
        """Answer the message in hand, and say that another process will go on."""
        self._is_draining = True
        if self._answering is None:
            self._say_restarting()

    def send(self, document: Mapping[str, object]) -> None:
        """Send a document that is no answer of a model."""
        self.connection.send(orjson.dumps(document))

    @property
    def num_messages(self) -> int:
        """How many messages came."""
        return self._num_messages

    def begin(self) -> None:
        """Begin to answer, unless that goes on."""
        if self._answering is None and not self.connection.is_closing:
            self._answering = asyncio.get_running_loop().create_task(self._answer_all())

    async def answer_next(self) -> bool:
        """Answer what is to be answered next; return whether there was something."""
        if not self._waiting:
            return False
        message = self._waiting.popleft()
        try:
            # A frame that came too fast is worth nothing later; a request is.
            ask = self.sender.ask if message.media_type == _FILE else self.sender.ask_in_turn
            answer = await ask(message.body, message.media_type, message.options, message.number)
        finally:
            self._bodies.give_back(message.num_bytes)
        self.send_answer(answer, {"message": message.number})
        return True

    def send_answer(self, answer: Answer, fields: Mapping[str, object]) -> None:
        """Send an answer, and end what cannot go on."""
        self.connection.send(answer.with_fields(fields))
        if not answer.is_error:
            self._num_errors = 0
            return
        error = answer.error()
        code = str(error["code"])
        if code in CLOSE_CODES and not (code == "not_found" and self.sender.is_known):
            self.connection.begin_close(CLOSE_CODES[code], str(error["message"]))
        elif code not in _PASSING:
            self._num_errors += 1
            if self._num_errors >= MAX_ERRORS_IN_A_ROW:
                reason = f"{MAX_ERRORS_IN_A_ROW} messages in a row were not answered ({code})."
                self.connection.begin_close(FAILED if answer.status >= 500 else POLICY, reason)

    def _put(self, message: Message) -> None:
        self._waiting.append(message)
        self.begin()

    def _take_control(self, content: str, num_bytes: int) -> bool:
        """Do what a short text says of the stream itself; tell whether it says such a thing."""
        if len(content) > 4096:
            return False
        try:
            document = orjson.loads(content)
        except orjson.JSONDecodeError:
            return False
        if not isinstance(document, dict) or not self.take_command(document):
            return False
        self._bodies.give_back(num_bytes)
        return True

    async def _answer_all(self) -> None:
        try:
            while not self.connection.is_closing and not self._is_draining:
                await self.connection.drained()
                if not await self.answer_next():
                    break
                self.connection.update_reading()
        except asyncio.CancelledError:
            # The caller left.
            return
        except Exception:
            logger.exception("stream failed")
            self.connection.begin_close(FAILED, "Something unexpected went wrong.")
        finally:
            self._answering = None
        if self._is_draining:
            self._say_restarting()

    def _say_restarting(self) -> None:
        self.connection.begin_close(
            RESTARTING, "The gateway is replaced. Connect again, and send what was not answered."
        )
