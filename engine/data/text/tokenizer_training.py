"""Learn a tokenizer from the user's own texts, for networks that start from nothing."""

from __future__ import annotations

from collections.abc import Iterable

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

PADDING, UNKNOWN, CLASSIFY, SEPARATE, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"


def train_tokenizer(texts: Iterable[str], num_tokens: int) -> bytes:
    """Return a ``tokenizer.json`` of subword tokens.

    Text is normalised and split as BERT does: lower case without accents, each Chinese character
    a word by itself. Rows begin with ``[CLS]`` and end with ``[SEP]``; padding has id 0.

    Args:
        texts: of the training split.
        num_tokens: most tokens, special tokens included.
    """
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = [PADDING, UNKNOWN, CLASSIFY, SEPARATE, MASK]
    trainer = trainers.WordPieceTrainer(
        vocab_size=num_tokens, min_frequency=2, special_tokens=special, show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{CLASSIFY} $A {SEPARATE}",
        pair=f"{CLASSIFY} $A {SEPARATE} $B:1 {SEPARATE}:1",
        special_tokens=[(name, tokenizer.token_to_id(name)) for name in (CLASSIFY, SEPARATE)],
    )
    definition: str = tokenizer.to_str()
    return definition.encode()


def num_tokens(definition: bytes) -> int:
    """Return the number of ids that a ``tokenizer.json`` gives out."""
    tokenizer = Tokenizer.from_str(definition.decode())
    size: int = tokenizer.get_vocab_size(with_added_tokens=True)
    return size
