"""An inspector's phone over real HTTP: visits where `HttpPhone` writes notices."""

from datetime import UTC, datetime

from app.kernel.ids import new_id
from app.web.rulesets import load_installed
from tests.support.cast import Cast
from tests.support.http_phone import HttpPhone, Written
from tests.support.inspections import catalogue_of, complete_record
from tests.support.visit_phone import with_photo
from tests.support.visits import VisitPhone


class HttpInspector(HttpPhone):
    """One inspector's account on one phone; every visit is to a car that the registry lacks."""

    phone: VisitPhone

    def __init__(self, address: str, home: Cast, login: str) -> None:
        super().__init__(address, home, login)
        self.phone = VisitPhone(home.actor(login), load_installed()["planura-2025"])

    def write(self, photo: bytes) -> Written:
        """Freeze one approved visit, now; one of its photos exists."""
        now, phone = datetime.now(UTC), self.phone
        law = phone.law
        record = complete_record(catalogue_of(law, now), "first", "taxi", now=now, tag=new_id())
        own = {
            "account_id": phone.actor.account_id,
            "device_id": phone.device_id,
            "key_id": phone.key_id,
            "chain": {"seq": phone.seq + 1, "prev": phone.prev},
            "ruleset": {"slug": law.slug, "version": law.instrument.version, "hash": law.hash},
            "agent": phone.agent,
            "beacon": phone.beacon,
        }
        written = Written(phone.freeze(with_photo(record | own, photo)), photo)
        self.history.append(written)
        return written
