"""A program that takes JSON, signed as Standard Webhooks describe.

Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import orjson

from backend.webhooks.contracts import Answer, Outgoing, Target
from backend.webhooks.services.posting import post

SECRET_PREFIX = "whsec_"


def send(target: Target, outgoing: Outgoing) -> Answer:
    """Send it, signed at this moment."""
    notice = outgoing.notice
    document = {
        "type": notice.event,
        "timestamp": outgoing.created_at.isoformat(),
        "data": {**notice.data, "title": notice.subject, "text": notice.text, "url": notice.url},
    }
    body = orjson.dumps(document)
    name, moment = f"msg_{outgoing.id.hex}", str(int(time.time()))
    headers: dict[bytes | str, bytes | str] = {
        "webhook-id": name,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature_of(target.secret, name, moment, body)}",
    }
    return post(target.address, body, headers).answer()


def signature_of(secret: str, name: str, moment: str, body: bytes) -> str:
    """Return the HMAC-SHA256 of ``id.timestamp.body`` in Base64."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = b".".join((name.encode(), moment.encode(), body))
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
