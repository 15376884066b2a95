"""What a phone is told at each contact: the time, who it works for, and which list there is."""

from datetime import datetime

from app.accounts.domain import Actor, Designation
from app.accounts.permissions import ROLE_PERMISSIONS, Permission
from app.accounts.queries import City
from app.kernel.canonical import instant_text
from app.regulation.ruleset import Ruleset
from app.verification.field_card import Json
from app.verification.pack_store import Offer


def hello(
    actor: Actor, city: City, law: Ruleset, offer: Offer, *, hosts: tuple[str, ...], now: datetime
) -> Json:
    """The answer of /campo/ola without what the web adds (`csrf`, `release`)."""
    return {
        "server_now": instant_text(now),
        "min_release_ok": True,
        "agent": _agent(actor),
        "city": {
            "slug": city.slug,
            "name": city.name,
            "label": city.label,
            "time_zone": city.time_zone,
            "ibge": city.ibge,
            "phone": city.phone,
        },
        "training": law.training,
        "status_note": law.instrument.status_note,
        "hosts": list(accepted_hosts(city, hosts)),
        "pack": {
            "etag": offer.etag,
            "generated_at": instant_text(offer.generated_at),
        },
    }


def accepted_hosts(city: City, hosts: tuple[str, ...]) -> tuple[str, ...]:
    """Hosts whose codes are ours: the installation's, and the city's own address."""
    return tuple(dict.fromkeys([*hosts, *([city.host] if city.host else [])]))


def _agent(actor: Actor) -> Json:
    act = field_designation(actor.designations)
    return {
        "account_id": actor.account_id,
        "person_id": actor.person_id,
        "name": actor.name,
        "first_name": actor.name.split()[0] if actor.name.split() else "",
        "registration": act.registration if act else "",
        "act": act.act if act else "",
        "can": {
            "inspect": actor.can(Permission.INSPECTION_WRITE),
            "notice": actor.can(Permission.NOTICE_WRITE),
        },
    }


def field_designation(designations: tuple[Designation, ...]) -> Designation | None:
    """The act that lets the person work in the street, or None."""
    return next(
        (d for d in designations if Permission.FIELD_CHECK in ROLE_PERMISSIONS[d.role]), None
    )
