"""Notices as the Markdown that robots of DingTalk and WeCom take, and what they answer."""

from __future__ import annotations

import orjson

from backend.webhooks.contracts import Answer, Notice
from backend.webhooks.services.posting import Posted

_HARMLESS = str.maketrans({"[": "［", "]": "］", "<": "＜", ">": "＞", "`": "‘"})
"""Links and mentions begin with these; not all robots know a backslash before them."""


def markdown_of(notice: Notice, *, more: str) -> str:
    """Return a notice as Markdown, in which names that people gave make no link and mention nobody.

    Args:
        notice: what is sent.
        more: the words of the link.
    """
    subject, text = (one.translate(_HARMLESS) for one in (notice.subject, notice.text))
    return f"**{subject}**\n\n{text}\n\n[{more}]({notice.url})"


def answer_of(posted: Posted) -> Answer:
    """Return what a robot answered: with status 200 it may still have refused (``errcode``)."""
    try:
        document = orjson.loads(posted.body)
    except orjson.JSONDecodeError:
        return posted.answer(is_accepted=False)
    code = document.get("errcode") if isinstance(document, dict) else None
    return posted.answer(is_accepted=posted.status == 200 and code == 0)
