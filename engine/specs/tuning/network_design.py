"""Networks that are described by numbers, so that a search can look for their shape."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from engine.specs.spec import Spec, option

GROUP = "architecture"
_PRESENT: dict[str, tuple[str, ...]] = {"block": ("plain", "inverted")}


def _odd(kernel: int) -> int:
    if kernel % 2 == 0:
        raise PydanticCustomError(
            "kernel_even",
            "a kernel of {kernel} has no middle: take 3, 5 or 7",
            {"kernel": kernel},
        )
    return kernel


class StageSpec(Spec):
    """One stage of a designed convolutional network: blocks of one kind and width.

    ``widening`` is how many times as wide a stage is as what comes before it. ``expansion`` is how
    much wider an inverted residual is inside; plain blocks have none.
    """

    block: str = option("plain", group=GROUP)
    depth: int = option(1, group=GROUP, ge=1, le=8, search=(1, 4), when=_PRESENT)
    widening: float = option(2.0, group=GROUP, ge=0.5, le=4, search=(1, 2.5), when=_PRESENT)
    kernel: Annotated[int, AfterValidator(_odd)] = option(
        3, group=GROUP, ge=3, le=7, search=(3, 7), step=2, when=_PRESENT
    )
    expansion: float = option(
        4.0, group=GROUP, ge=1, le=8, expert=True, search=(1, 6), when={"block": ("inverted",)}
    )
    squeeze_excite: bool = option(
        False, group=GROUP, expert=True, among=(False, True), when=_PRESENT
    )


class FirstStageSpec(StageSpec):
    """A stage that is always there."""

    block: Literal["plain", "inverted"] = option("plain", group=GROUP, among=("plain", "inverted"))


class LaterStageSpec(StageSpec):
    """A stage that may be missing."""

    block: Literal["plain", "inverted", "none"] = option(
        "plain", group=GROUP, among=("plain", "inverted", "none")
    )


class LastStageSpec(LaterStageSpec):
    """A stage that is missing unless somebody asks for it."""

    block: Literal["plain", "inverted", "none"] = option(
        "none", group=GROUP, among=("plain", "inverted", "none")
    )


def _stage(of: type[StageSpec]) -> Any:
    return Field(default_factory=of, json_schema_extra={"group": GROUP})


class NetworkDesign(Spec):
    """The shape of ``designed_cnn``; by default about that of ``small_cnn``.

    The stem makes the image smaller by ``stem_stride``, and every stage but the first halves it.
    """

    stem_width: int = option(16, group=GROUP, ge=8, le=128, search=(8, 48), log=True)
    stem_stride: int = option(1, group=GROUP, unit="pixels", ge=1, le=4, search=(1, 4))
    first: FirstStageSpec = _stage(FirstStageSpec)
    second: FirstStageSpec = _stage(FirstStageSpec)
    third: LaterStageSpec = _stage(LaterStageSpec)
    fourth: LastStageSpec = _stage(LastStageSpec)

    @property
    def stages(self) -> tuple[StageSpec, ...]:
        """The stages that are there, in order."""
        later = tuple(one for one in (self.third, self.fourth) if one.block != "none")
        return (self.first, self.second, *later)


class TransformerDesign(Spec):
    """The shape of ``designed_transformer``; its width is ``heads`` times ``head_width``."""

    patch: int = option(4, group=GROUP, unit="pixels", ge=2, le=32, search=(2, 8))
    depth: int = option(4, group=GROUP, ge=1, le=16, search=(1, 8))
    heads: int = option(4, group=GROUP, ge=1, le=16, search=(1, 8))
    head_width: int = option(32, group=GROUP, ge=8, le=128, search=(16, 64), log=True)
    mlp_ratio: float = option(2.0, group=GROUP, ge=0.5, le=8, search=(1, 4))
