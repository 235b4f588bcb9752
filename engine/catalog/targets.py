"""Where a trained model can be sent, and what that place can run."""

from __future__ import annotations

from engine.catalog.kinds import Card


class TargetCard(Card):
    """One deployment target; ``max_parameters_millions`` bounds the backbones offered with it."""

    key: str
    runtime: str
    max_parameters_millions: float | None = None


TARGETS: dict[str, TargetCard] = {
    card.key: card
    for card in (
        TargetCard(key="cloud_api", runtime="onnxruntime"),
        TargetCard(key="local_server", runtime="onnxruntime"),
        TargetCard(key="device", runtime="onnxruntime", max_parameters_millions=30.0),
    )
}
