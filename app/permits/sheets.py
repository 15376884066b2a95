"""What goes on paper: the values of a permit and its living seal, for the PDF and the page."""

from app.accounts.queries import City
from app.documents.permit import PermitSheet
from app.kernel.civil import format_date
from app.kernel.errors import NotFound, RuleRefused
from app.permits import qr
from app.permits.domain import GrantKind
from app.permits.queries_detail import CarOfPermit, PermitDetail, SealRow
from app.permits.service_seals import seal_address
from app.regulation.facts import SealState
from app.regulation.ruleset import TRAINING_SENTENCE, Ruleset


def printable_seal(permit: PermitDetail, seal_id: str) -> SealRow:
    """The seal if its code is good today: nothing else is ever printed (threats.md T05)."""
    seal = permit.seal(seal_id)
    if seal is None:
        raise NotFound
    if seal.state is not SealState.VALID:
        raise RuleRefused(
            f"O selo {seal.number} não vale hoje e não se imprime. Confira a situação da autorização."
        )
    return seal


def sheet_of(permit: PermitDetail, seal: SealRow, city: City, ruleset: Ruleset) -> PermitSheet:
    """Plain values for `documents`. A training seal is marked whatever the law is today."""
    address = seal_address(seal.digits)
    car = car_of(permit, seal)
    return PermitSheet(
        city=city.label,
        authority=ruleset.word("authority"),
        host=host_of(address),
        title=ruleset.word("permit"),
        number=permit.number,
        kind=ruleset.word("taxi" if permit.kind is GrantKind.TAXI else "app").capitalize(),
        plate=seal.plate.replace("-", ""),
        car=car.words,
        facts=_facts(permit, car),
        seal_number=seal.number,
        valid_until=seal.expires_on,
        issued_on=seal.issued_on,
        qr=qr.svg(address),
        watermark=TRAINING_SENTENCE if seal.training or ruleset.training else "",
    )


def host_of(address: str) -> str:
    """The host people should see in their browser."""
    return address.split("://", 1)[1].split("/", 1)[0]


def car_of(permit: PermitDetail, seal: SealRow) -> CarOfPermit:
    """The car of that seal."""
    found = (permit.car, *permit.cars)
    car = next((car for car in found if car and car.id == seal.vehicle_id), None)
    if car is None:
        raise NotFound
    return car


def _facts(permit: PermitDetail, car: CarOfPermit) -> tuple[tuple[str, str], ...]:
    term = f"{format_date(permit.starts_on)} a {format_date(permit.ends_on)}"
    pairs = (
        ("Plataforma" if permit.platform else "Autorizado", permit.holder),
        ("Carro", f"{car.words}, {car.made_in}"),
        ("Ponto", permit.rank),
        ("Vigência", term),
        ("Ato", permit.act),
        ("Alvará", format_date(permit.licence_issued_on) if permit.licence_issued_on else ""),
    )
    return tuple((label, value) for label, value in pairs if value)
