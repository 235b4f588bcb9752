"""The pixels of what somebody points at: the op ``prompted_mask``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

# N points, M masks, H W of the sent image, h w of the network's maps

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, named, sole_op
from easel.runtime.predictions import Decoder, Networks
from easel.runtime.predictions.masks import box_of, map_mask
from easel.runtime.predictions.outputs import require_finite, shape_error
from easel.runtime.prompted.input import PromptedContext
from easel.runtime.prompted.prompt import Prompt
from easel.runtime.results import PredictOptions, PromptedMask, Result
from easel.runtime.run_lengths import encode

FIELDS: dict[str, set[str]] = {"prompted_mask": {"decoder"}}

NOT_A_POINT, BESIDE, ON, FIRST_CORNER, LAST_CORNER = -1, 0, 1, 2, 3
"""What a row of ``labels`` says of its point."""


class PromptedMaskDecoder:
    """A compiled ``prompted_mask``.

    Attributes:
        decoder: name of the network that turns what the first one said, and points, into masks.
    """

    def __init__(self, op: Op) -> None:
        """Compile the op.

        Raises:
            PackageError: ``op_invalid``.
        """
        self.decoder = named(op, "decoder")
        self.networks: Sequence[str] = (self.decoder,)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the mask of what is pointed at; nothing where it is empty, or nothing is.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        context = example.context
        if not isinstance(context, PromptedContext):
            raise PackageError(
                "The op 'prompted_mask' needs the input 'prompted_image'. Export the package "
                "again.",
                code="manifest_invalid",
            )
        if context.prompt.is_empty:
            return []
        points, labels = prompt_tensors(context)
        predicted = networks(self.decoder, {**outputs, "points": points, "labels": labels})
        masks_Mhw, scores_M = _checked(predicted)
        chosen = choose_mask(context.prompt, scores_M)
        mask_HW = map_mask(masks_Mhw[chosen].astype(np.float64), context.image)
        # A network's estimate of its own overlap may lie a little outside of what is possible.
        score = float(np.clip(scores_M[chosen], 0.0, 1.0))
        if not mask_HW.any() or (options.threshold is not None and score < options.threshold):
            return []
        return [PromptedMask(score, box_of(mask_HW), encode(mask_HW))]


def prompt_tensors(
    context: PromptedContext,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the prompt in pixels of the network's image.

    Returns:
        Points (1, N, 2), x and y, and what each is (1, N). Without a box a point that is none
        comes last, as the networks were trained with.
    """
    prompt, place = context.prompt, context.image.placement
    if prompt.box is None:
        corners, kinds = [(0.0, 0.0)], [NOT_A_POINT]
    else:
        x1, y1, x2, y2 = prompt.box
        corners, kinds = [(x1, y1), (x2, y2)], [FIRST_CORNER, LAST_CORNER]
    labels = [ON if on else BESIDE for on in prompt.positive] + kinds
    sent = np.array([*prompt.points, *corners], np.float64)
    inside = np.clip(sent, 0.0, (context.image.width, context.image.height))
    there = (inside - (place.left, place.top)) / (place.x_scale, place.y_scale)
    return there[np.newaxis].astype(np.float32), np.array([labels], np.int64)


def choose_mask(prompt: Prompt, scores_M: NDArray[np.generic]) -> int:
    """Return which of the decoder's masks is meant.

    A single click is ambiguous: of the masks after the first, which are a part, a thing and a
    whole, the one with the best score is taken. More prompts mean one thing: the first mask.

    Source: Kirillov et al., ICCV 2023, section 3 ("Resolving ambiguity") and appendix A.
    """
    is_ambiguous = prompt.box is None and len(prompt.points) == 1
    if len(scores_M) > 1 and is_ambiguous:
        return 1 + int(scores_M[1:].argmax())
    return 0


def _checked(predicted: Tensors) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    """Return masks (M, h, w) and their scores (M,)."""
    masks, scores = predicted.get("masks"), predicted.get("scores")
    if (
        masks is None
        or scores is None
        or masks.ndim != 4
        or masks.shape[0] != 1
        or scores.shape != masks.shape[:2]
        or scores.size == 0
    ):
        raise shape_error(predicted, "'masks' (1, M, h, w) and 'scores' (1, M)")
    require_finite(masks, scores)
    return masks[0], scores[0]


def open_decoder(ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile) -> Decoder:
    """Compile a postprocessing that is a ``prompted_mask``; see ``easel.runtime.predictions``."""
    return PromptedMaskDecoder(sole_op(ops, FIELDS))
