"""The driver's picture on the agent's screen: only inside the city, only while on duty."""

from pathlib import Path

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.evidence.queries import photo_for
from app.kernel.errors import NotFound
from app.persistence.base import db
from app.registry.short_ids import driver_named


def picture(actor: Actor, short: str) -> Path:
    """The file, JPEG of at most 400 px (a face is compared, so not the smallest).

    `NotFound` when there is none, or when more than one driver could be meant.
    """
    actor.require(Permission.FIELD_CHECK)
    driver = driver_named(db.session(), actor.municipality_id, short)
    if driver is None or not driver.photo_id:
        raise NotFound
    return photo_for(actor, driver.photo_id)
