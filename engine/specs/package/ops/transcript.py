"""How scores of characters become what is said."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class CtcDecodeOp(Spec):
    """The likeliest text of columns of characters, and when its parts are said.

    The first network's ``logits`` (R, C, K) have C columns for each window; the JSON list
    ``characters`` names classes 1 to K - 1, class 0 is the blank. A ``beam_width`` of 1 takes the
    best path; wider beams weigh texts by ``language_weight`` times their log probability in
    ``language_model`` plus ``character_bonus`` for each character. Where nothing is heard for
    ``pause_seconds`` a new utterance begins, with 0 never.
    """

    op: Literal["ctc_decode"] = "ctc_decode"
    characters: str
    beam_width: Annotated[int, Field(ge=1, le=1024)] = 1
    language_model: str | None = None
    language_weight: Annotated[float, Field(ge=0, le=10)] = 0.0
    character_bonus: Annotated[float, Field(ge=-10, le=10)] = 0.0
    pause_seconds: Annotated[float, Field(ge=0, le=3600)] = 1.0


class GreedyDecodeOp(Spec):
    """The likeliest token of text after another, until the network says that it ends.

    The first network encodes ``columns`` (R, C, D) of each window, from which ``memory`` makes the
    keys and values that every ``step`` asks; a step takes the last token and its place and gives
    the scores of all tokens; their texts are in the file ``pieces``. A text has ``max_tokens`` at
    most, those of the prompt among them.
    """

    op: Literal["greedy_decode"] = "greedy_decode"
    pieces: str
    memory: str
    step: str
    max_tokens: Annotated[int, Field(ge=2)]


TranscriptOp = CtcDecodeOp | GreedyDecodeOp
