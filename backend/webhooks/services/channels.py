"""Channels are made, changed, given another secret, and deleted."""

from __future__ import annotations

import base64
import secrets
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.accounts.selectors import member_of
from backend.api.errors import Conflict, Invalid, NotFound
from backend.audit import services as audit
from backend.projects.selectors import require_project
from backend.webhooks.contracts import ChannelSecret, CreatedChannelView
from backend.webhooks.kinds.webhook import SECRET_PREFIX
from backend.webhooks.models import Channel
from backend.webhooks.selectors import channels_of, views_of
from backend.webhooks.services.posting import require_web_address
from backend.webhooks.services.sealing import sealed

MAX_CHANNELS = 50
"""So many channels an organisation may have: each alert goes to all of them."""
SECRET_BYTES = 32


@transaction.atomic
def create_channel(
    *,
    organisation_id: UUID,
    kind: str,
    name: str,
    made_by: Caller,
    project_id: UUID | None = None,
    address: str | None = None,
    member_id: UUID | None = None,
    secret: str | None = None,
    language: str = "en",
) -> CreatedChannelView:
    """Make a channel; the secret of a webhook is in what this returns only.

    Args:
        organisation_id: whose notices it gets.
        kind: one of ``backend.webhooks.contracts.KINDS``.
        name: what people call it.
        made_by: who makes it.
        project_id: the project whose notices it gets; without one, those of all projects.
        address: of a web server; not for e-mail.
        member_id: who gets e-mails.
        secret: the one by which DingTalk's robot wants to be spoken to.
        language: of the texts.

    Raises:
        NotFound: when there is no such project or member in the organisation.
        Invalid: ``channel_address_missing``, ``channel_address_invalid``,
            ``channel_address_not_taken``, ``channel_member_missing``,
            ``channel_member_not_taken`` or ``channel_secret_not_taken``.
        Conflict: ``too_many_channels``.
    """
    if project_id is not None:
        project = require_project(caller=made_by, project_id=project_id)
        if project.organisation_id != organisation_id:
            raise NotFound("There is no such project.", code="project_not_found")
    if Channel.objects.filter(organisation_id=organisation_id).count() >= MAX_CHANNELS:
        raise Conflict(
            f"An organisation has {MAX_CHANNELS} channels at most. Delete one that nobody needs.",
            code="too_many_channels",
            max=MAX_CHANNELS,
        )
    _require_secret_taken(kind, secret)
    row = Channel(
        organisation_id=organisation_id,
        project_id=project_id,
        kind=kind,
        name=name,
        language=language,
        created_by_id=made_by.user_id,
        secret=sealed(secret or ""),
    )
    _lead_to(row, address, member_id)
    made = _new_secret() if kind == Channel.Kind.WEBHOOK else None
    if made is not None:
        row.secret = sealed(made)
    row.save()
    _record(row, "channel.created", made_by.user_id)
    return _view_with(row, made)


@transaction.atomic
def change_channel(
    *,
    channel: Channel,
    changed_by: Caller,
    kind: str | None = None,
    name: str | None = None,
    address: str | None = None,
    member_id: UUID | None = None,
    secret: str | None = None,
    language: str | None = None,
) -> CreatedChannelView:
    """Change a channel; what is ``None`` stays as it is, and what waits goes the new way.

    One that becomes a webhook gets a secret, which is in what this returns only.

    Args:
        channel: the one.
        changed_by: who changes it.
        kind: one of ``backend.webhooks.contracts.KINDS``.
        name: what people call it.
        address: of a web server; not for e-mail.
        member_id: who gets e-mails.
        secret: the one by which DingTalk's robot wants to be spoken to.
        language: of the texts.

    Raises:
        NotFound: when there is no such member in the organisation.
        Invalid: as ``create_channel`` does.
    """
    row = Channel.objects.select_for_update().get(id=channel.id)
    before = row.kind
    row.kind, row.name = kind or row.kind, name or row.name
    row.language = language or row.language
    _require_secret_taken(row.kind, secret)
    is_other_way = (before == Channel.Kind.EMAIL) != (row.kind == Channel.Kind.EMAIL)
    if is_other_way or address is not None or member_id is not None:
        _lead_to(row, address, member_id)
    made = None
    if secret is not None or row.kind != before:
        made = _new_secret() if row.kind == Channel.Kind.WEBHOOK else None
        row.secret = sealed(made or secret or "")
    row.save(
        update_fields=("kind", "name", "language", "user", "address", "shown_address", "secret")
    )
    _record(row, "channel.changed", changed_by.user_id)
    return _view_with(row, made)


@transaction.atomic
def rotate_secret(*, channel: Channel, rotated_by: Caller) -> ChannelSecret:
    """Have a webhook signed with another secret from now on.

    Raises:
        Conflict: ``channel_without_secret`` of one whose deliveries are not signed by us.
    """
    if channel.kind != Channel.Kind.WEBHOOK:
        raise Conflict(
            "Only what goes to webhooks is signed with a secret of this installation.",
            code="channel_without_secret",
        )
    made = _new_secret()
    Channel.objects.filter(id=channel.id).update(secret=sealed(made))
    _record(channel, "channel.secret_rotated", rotated_by.user_id)
    return ChannelSecret(made)


@transaction.atomic
def delete_channel(*, channel: Channel, deleted_by: Caller) -> None:
    """Delete a channel with what waits for it."""
    _record(channel, "channel.deleted", deleted_by.user_id)
    channel.delete()


def delete_channels_of(*, organisation_id: UUID, user_id: UUID, actor_id: UUID) -> None:
    """Send no more mails to somebody who leaves an organisation."""
    for row in Channel.objects.filter(organisation_id=organisation_id, user_id=user_id):
        _record(row, "channel.deleted", actor_id)
        row.delete()


def _lead_to(row: Channel, address: str | None, member_id: UUID | None) -> None:
    """Say where a channel leads: to a member by e-mail, to a web address else."""
    row.user_id, row.address = None, ""
    if row.kind == Channel.Kind.EMAIL:
        if address:
            raise Invalid(
                "An e-mail goes to a member, whose address is known. Leave the address out.",
                code="channel_address_not_taken",
            )
        if member_id is None:
            raise Invalid(
                "An e-mail goes to a member of the organisation. Choose one.",
                code="channel_member_missing",
            )
        member = member_of(organisation_id=row.organisation_id, member_id=member_id)
        row.user_id, row.shown_address = member.user_id, member.user.email
        return
    if member_id is not None:
        raise Invalid(
            "Only e-mails go to a member. Leave the member out.", code="channel_member_not_taken"
        )
    if not address:
        raise Invalid(
            "The channel needs the web address that is posted to.", code="channel_address_missing"
        )
    found = require_web_address(address)
    row.address = sealed(found)
    parts = urlsplit(found)
    row.shown_address = f"{parts.scheme}://{parts.netloc}/…"[:300]


def _require_secret_taken(kind: str, secret: str | None) -> None:
    if secret and kind != Channel.Kind.DINGTALK:
        raise Invalid(
            "Only a robot of DingTalk brings its own secret. Leave it out.",
            code="channel_secret_not_taken",
        )


def _view_with(row: Channel, secret: str | None) -> CreatedChannelView:
    """Describe a channel, with the secret that was made for it."""
    view = views_of([channels_of(organisation_id=row.organisation_id).get(id=row.id)])[0]
    return CreatedChannelView(**vars(view), secret=secret)


def _new_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _record(row: Channel, action: str, actor_id: UUID) -> None:
    audit.record(
        organisation_id=row.organisation_id,
        project_id=row.project_id,
        actor_id=actor_id,
        action=action,
        target_kind="channel",
        target_id=row.id,
        details={"name": row.name, "kind": row.kind, "address": row.shown_address},
    )
