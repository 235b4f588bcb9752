"""Whisper: features to a memory of the recording, and from it one token of text after another."""

# B batch, T frames, M mel bands, C columns (T / 2), D size, V tokens, Q tokens of a text
# N layers of the decoder, H heads, d size of a head, P places kept (the first is a dummy)

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

MOST_TOKENS = 448
"""Places of a text in the published networks, the prompt among them."""


class Whisper(nn.Module):
    """Encoder and decoder with the tokens' vectors as the last layer.

    Args:
        network: a ``WhisperModel``.

    Source: Radford et al., Robust Speech Recognition via Large-Scale Weak Supervision, 2022.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network

    @property
    def most_tokens(self) -> int:
        """Return the places of a text, the prompt among them."""
        return int(self.network.config.max_target_positions)

    def forward(self, features: Tensor, tokens: Tensor) -> Tensor:
        """Return logits (B, Q, V) of what follows each token, given those before (B, Q)."""
        memory_BCD = self.network.encoder(features.transpose(1, 2)).last_hidden_state
        decoder = self.network.decoder
        states_BQD = decoder(
            input_ids=tokens, encoder_hidden_states=memory_BCD, use_cache=False
        ).last_hidden_state
        return functional.linear(states_BQD, decoder.embed_tokens.weight)

    @torch.no_grad()
    def add_tokens(self, num_tokens: int) -> None:
        """Give the vocabulary more tokens behind those that it knows; their vectors are new."""
        known = self.network.decoder.embed_tokens
        longer = nn.Embedding(num_tokens, known.embedding_dim)
        nn.init.normal_(longer.weight, std=float(self.network.config.init_std))
        longer.weight[: known.num_embeddings] = known.weight
        self.network.decoder.embed_tokens = longer


class WhisperEncoder(nn.Module):
    """The first network of a package: features (B, T, M) to columns (B, C, D)."""

    def __init__(self, model: Whisper) -> None:
        super().__init__()
        self.encoder = model.network.encoder

    def forward(self, features: Tensor) -> Tensor:
        """Return the columns of the encoder; named as in the package."""
        columns_BCD: Tensor = self.encoder(features.transpose(1, 2)).last_hidden_state
        return columns_BCD


class CrossAttentionMemory(nn.Module):
    """Columns (B, C, D) to the keys and values (B, 2N, H, C, d) that every step asks."""

    def __init__(self, model: Whisper) -> None:
        super().__init__()
        self.layers: Any = nn.ModuleList(
            layer.encoder_attn for layer in model.network.decoder.layers
        )

    def forward(self, columns: Tensor) -> Tensor:
        """Return keys and values of each layer in turn."""
        kept = [
            _heads(projection(columns), attention.num_heads)
            for attention in self.layers
            for projection in (attention.k_proj, attention.v_proj)
        ]
        return torch.stack(kept, dim=1)


class DecoderStep(nn.Module):
    """One token more: the logits (B, V) of what follows, and the keys and values with its own.

    The first of the P places that are kept is a dummy that is never looked at: an axis of length
    zero cannot be exported.
    """

    def __init__(self, model: Whisper) -> None:
        super().__init__()
        decoder = model.network.decoder
        self.embedding, self.places = decoder.embed_tokens, decoder.embed_positions
        self.layers, self.norm = decoder.layers, decoder.layer_norm

    def forward(
        self, token: Tensor, place: Tensor, memory: Tensor, past: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return logits (B, V) and keys and values (B, 2N, H, P + 1, d).

        Args:
            token: (B,) the last one said.
            place: (B,) its place in the text.
            memory: (B, 2N, H, C, d) from ``CrossAttentionMemory``.
            past: (B, 2N, H, P, d) of all tokens before, and the dummy.
        """
        states_B1D = (self.embedding(token) + self.places.weight[place])[:, None]
        hidden = torch.zeros_like(past[:, 0, 0, :, 0])
        hidden = torch.cat((hidden, hidden[:, :1]), dim=1)
        hidden[:, 0] = float("-inf")
        mask = hidden[:, None, None]
        kept = []
        for number, layer in enumerate(self.layers):
            attention = layer.self_attn
            asked = layer.self_attn_layer_norm(states_B1D)
            keys, values = (
                torch.cat(
                    (past[:, 2 * number + one], _heads(project(asked), attention.num_heads)), 2
                )
                for one, project in enumerate((attention.k_proj, attention.v_proj))
            )
            kept += [keys, values]
            states_B1D = states_B1D + _attended(attention, asked, keys, values, mask)
            asked = layer.encoder_attn_layer_norm(states_B1D)
            keys, values = memory[:, 2 * number], memory[:, 2 * number + 1]
            states_B1D = states_B1D + _attended(layer.encoder_attn, asked, keys, values, None)
            wide = layer.activation_fn(layer.fc1(layer.final_layer_norm(states_B1D)))
            states_B1D = states_B1D + layer.fc2(wide)
        logits = functional.linear(self.norm(states_B1D)[:, 0], self.embedding.weight)
        return logits, torch.stack(kept, dim=1)


def build_whisper(
    backbone: str,
    *,
    num_mels: int,
    frames: int,
    num_tokens: int,
    dropout: float,
    weights: Path | None,
) -> Whisper:
    """Build a network, from a folder with weights or new.

    Args:
        backbone: a key of the card of speech recognition.
        num_mels: bands.
        frames: of a window, even.
        num_tokens: of the vocabulary.
        dropout: share that training drops.
        weights: a folder with pretrained weights; bands, frames and tokens are theirs.
    """
    from transformers import WhisperConfig, WhisperModel

    still: dict[str, Any] = {"dropout": dropout, "encoder_layerdrop": 0.0, "decoder_layerdrop": 0.0}
    if weights is not None:
        network: Any = WhisperModel.from_pretrained(
            weights, local_files_only=True, use_safetensors=True, **still
        )
        return Whisper(network)
    width, layers, heads = _SIZES[backbone]
    config = WhisperConfig(
        vocab_size=num_tokens,
        num_mel_bins=num_mels,
        max_source_positions=frames // 2,
        max_target_positions=MOST_TOKENS,
        d_model=width,
        encoder_layers=layers,
        decoder_layers=layers,
        encoder_attention_heads=heads,
        decoder_attention_heads=heads,
        encoder_ffn_dim=4 * width,
        decoder_ffn_dim=4 * width,
        # The library's padding token lies beyond a small vocabulary.
        pad_token_id=None,
        bos_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
        **still,
    )
    return Whisper(WhisperModel(config))


_SIZES = {
    "whisper_mini": (144, 3, 4),
    "whisper_tiny": (384, 4, 6),
    "whisper_base": (512, 6, 8),
    "whisper_small": (768, 12, 12),
}
"""Width, layers of encoder and of decoder, and heads."""


def _heads(values: Tensor, num_heads: int) -> Tensor:
    """Return (B, Q, D) as (B, H, Q, d)."""
    heads: Tensor = torch.unflatten(values, 2, (num_heads, -1)).transpose(1, 2)
    return heads


def _attended(
    attention: Any, asked: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None
) -> Tensor:
    query = _heads(attention.q_proj(asked), attention.num_heads)
    mixed = functional.scaled_dot_product_attention(query, keys, values, attn_mask=mask)
    output: Tensor = attention.out_proj(mixed.transpose(1, 2).flatten(2))
    return output
