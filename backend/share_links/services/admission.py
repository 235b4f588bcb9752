"""Who may call by a share link: whoever has its address, and knows its password if it has one."""

from __future__ import annotations

from django.contrib.auth.hashers import check_password
from django.utils import timezone

from backend.accounts.services import attempts
from backend.api.errors import Invalid, Throttled
from backend.deployments.contracts import CalledEndpoint
from backend.deployments.services.endpoint_calls import stopped
from backend.share_links.contracts import SharePass
from backend.share_links.models import ShareLink
from backend.share_links.passes import PASS_LIFE, opens, pass_of
from backend.share_links.selectors import require_open_link
from backend.share_links.services.quota import require_calls_left


def unlock(*, token: str, password: str, address: str) -> SharePass:
    """Exchange the password of a link for a pass.

    Args:
        token: of the link.
        password: what the guest entered.
        address: the guest's, by which failures are counted.

    Raises:
        NotFound: ``share_link_not_found``.
        Gone: ``share_link_expired`` or ``share_link_revoked``.
        Throttled: ``share_link_delayed`` after too many failures.
        Invalid: ``share_password_wrong``.
    """
    link, _ = require_open_link(token)
    subject = f"share link {link.id}"
    seconds = attempts.seconds_to_wait(subject=subject, address=address)
    if seconds > 0:
        raise Throttled(
            f"The password was wrong too often. Wait {seconds} s, then try again.",
            code="share_link_delayed",
            seconds=seconds,
        )
    # Counted before it is looked at: of many tries at the same moment each one counts.
    attempts.note_failure(subject=subject, address=address)
    if not link.password or not check_password(password, link.password):
        raise Invalid(
            "This is not the password of this page. Ask whoever gave you the address.",
            code="share_password_wrong",
        )
    attempts.forgive(subject=subject, address=address)
    return SharePass(pass_of(link), timezone.now() + PASS_LIFE)


def require_admitted(token: str, share_pass: str) -> tuple[ShareLink, CalledEndpoint]:
    """Return the link of a token and its endpoint, when a call by it would be answered now.

    Raises:
        NotFound: ``share_link_not_found``.
        Gone: ``share_link_expired`` or ``share_link_revoked``.
        Invalid: ``share_pass_needed`` when the pass is none of its password, or has expired.
        Throttled: ``share_link_used_up`` when all calls of today are made.
        Unavailable: ``endpoint_stopped``.
    """
    link, endpoint = require_open_link(token)
    if not opens(link, share_pass):
        raise Invalid("Enter the password of this page first.", code="share_pass_needed")
    if not endpoint.is_running:
        raise stopped()
    require_calls_left(link)
    return link, endpoint
