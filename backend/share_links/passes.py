"""What a guest is given for the right password: signed, and of no use once the password changes."""

from __future__ import annotations

from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner

from backend.share_links.models import ShareLink

PASS_LIFE = timedelta(hours=2)


def pass_of(link: ShareLink) -> str:
    """Return a pass for a link, which is valid for two hours."""
    return _signer(link).sign(link.id.hex)


def opens(link: ShareLink, share_pass: str) -> bool:
    """Tell whether a link takes no password, or this pass stands for it."""
    if not link.password:
        return True
    try:
        return _signer(link).unsign(share_pass, max_age=PASS_LIFE) == link.id.hex
    except BadSignature:
        return False


def _signer(link: ShareLink) -> TimestampSigner:
    return TimestampSigner(sep=".", salt=f"backend.share_links.pass:{link.id}:{link.password}")
