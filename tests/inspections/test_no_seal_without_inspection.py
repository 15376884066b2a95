"""No sequence of events yields a good seal without an approved, unexpired inspection of that very car.

The rule is written here a second time, over stored rows and over what the machine itself did; it
asks neither the checks nor the flags of the application.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from app.accounts.queries import city
from app.inspections.domain import EarlierData
from app.inspections.guides import GuideData, confirm_guide
from app.inspections.holding import holding_count
from app.inspections.missed import record_overdue
from app.inspections.models import Inspection, InspectionDefect, InspectionResult
from app.inspections.review import ReviewData, review
from app.inspections.seals import deliver_seal
from app.inspections.service_earlier import record_earlier_result
from app.kernel.errors import DomainError
from app.permits import keys, service_seals
from app.permits.models import Authorisation, Seal
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry import service
from app.registry.domain import OwnerData
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.database import Database
from tests.support.field import deliver_to
from tests.support.visits import inspector_phone

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LUCIA = "39053344705"
CITY_HOURS = timedelta(hours=3)  # both cities stand three hours behind UTC
PLAIN, SAFETY = {"PLA": "LV06", "PAT": "PV13"}, {"PLA": "LV03", "PAT": "PV12.1"}
EXAMPLES, STEPS = 12, 25
LATE = NOW + 100_000 * DAY
FAILS = st.sampled_from(["", "", "", "", "plain", "safety", "lie"])
KINDS = st.sampled_from(
    [*["visit"] * 5, *["back"] * 2, *["deliver"] * 3, *["issue"] * 2, *["days"] * 3,
     "look", "look", "reprint", "kill", "paper", "pay", "grant"]
)  # fmt: skip
WORDS = st.sampled_from(["cleared", "cleared", "confirmed"])
RESULTS, WANTED = st.sampled_from(["approved", "failed"]), st.sampled_from([None, 30, 900])
CARS, MOSTLY = st.integers(0, 2), st.sampled_from([True, True, True, False])
CROOKED = st.sampled_from(["", "", "", "", "chassis", "clock"])
OCCASIONS = st.sampled_from(["first", "yearly", "yearly", "notice", "exit"])
DAYS = st.sampled_from([0, 0, 1, 4, 8, 12, 40, 200, 366])


@dataclass
class Story:
    """One car of one city, and what was done to it."""

    home: Cast
    car: Car
    code: str  # of the law
    permit: str = ""
    crooked: set[str] = field(default_factory=set)  # visits that a person must look at
    cleared: dict[str, datetime] = field(default_factory=dict)
    confirmed: dict[str, datetime] = field(default_factory=dict)

    def login(self, name: str) -> str:
        return name if self.code == "PLA" else f"{name}-pat"


class Machine(RuleBasedStateMachine):
    """Two taxis of Planura and an app car of Patrocínio."""

    app: Any
    database: Database
    signed: int = 0  # codes of all stories: a machine that signs none proves nothing

    def __init__(self) -> None:
        super().__init__()
        self.database.reset()
        self.context = self.app.app_context()
        self.context.push()
        self.now = NOW
        pla, pat = cast.planura(self.app), cast.patrocinio(self.app)
        for home in (pla, pat):
            permits.ready(home)
        self.stories = [
            Story(pla, cars.planura_taxi(pla), "PLA"),
            Story(pla, second_taxi(pla), "PLA"),
            Story(pat, cars.patrocinio_app(pat), "PAT"),
        ]

    def teardown(self) -> None:
        Machine.signed += len(db.session.scalars(select(Seal.id)).all())
        db.session.remove()
        self.context.pop()

    def tried(self, act: Callable[[], Any]) -> Any:
        """What an act gave, or None where it was refused; an hour passes."""
        db.session.rollback()
        try:
            return act()
        except DomainError:
            return None
        finally:
            self.now += HOUR

    def story(self, number: int) -> Story:
        return self.stories[number % len(self.stories)]

    @rule(kind=KINDS, number=CARS, which=st.integers(0, 9), data=st.data())
    def happens(self, kind: str, number: int, which: int, data: Any) -> None:
        """One event. A single rule: each story may then hold events of every kind."""
        draw = data.draw
        acts: dict[str, Callable[[], None]] = {
            "visit": lambda: self.visit(
                number, draw(FAILS), draw(CROOKED), draw(OCCASIONS), draw(MOSTLY)
            ),
            "back": lambda: self.come_back(number, draw(FAILS)),
            "paper": lambda: self.paper(number, draw(DAYS), draw(RESULTS)),
            "grant": lambda: self.grant(number),
            "pay": lambda: self.pay(number),
            "issue": lambda: self.issue(number, draw(CARS), draw(WANTED)),
            "reprint": lambda: self.reprint(number, which, kill=False),
            "kill": lambda: self.reprint(number, which, kill=True),
            "deliver": lambda: self.deliver(number, which),
            "look": lambda: self.look(number, which, draw(WORDS)),
            "days": lambda: self.days_pass(draw(DAYS)),
        }
        acts[kind]()

    @initialize(granted=st.lists(st.booleans(), min_size=3, max_size=3))
    def begin(self, granted: list[bool]) -> None:
        for number, has_permit in enumerate(granted):
            if has_permit:
                self.grant(number)

    def visit(self, number: int, fails: str, crooked: str, occasion: str, paid: bool) -> None:
        story = self.story(number)
        if occasion == "exit" and story.code == "PAT":  # that text has no list for leaving
            occasion = "notice"
        guide = f"G-{self.now:%Y%m%d%H}"
        if paid:
            self._pay(story, guide)
        self._send(story, occasion, fails, crooked, guide=guide)

    def come_back(self, number: int, fails: str) -> None:
        story = self.story(number)
        before = self._visits(story)
        failed = [row for row in before if row.result == "failed" and row.occasion != "exit"]
        if not failed:
            return
        row = failed[-1]
        query = select(InspectionDefect.key).where(InspectionDefect.inspection_id == row.id)
        open_keys = sorted(db.session.scalars(query))
        late = row.cure_by is not None and self.now.date() > row.cure_by
        stale = row.id != before[-1].id
        more: dict[str, Any] = {
            "previous": row.id,
            "previous_failed": open_keys,
            "fee": {"guide": "", "paid_on": ""},
        }
        failing = open_keys[0] if fails else ""
        self._send(story, "return", fails and failing, "late" if late or stale else "", **more)

    def _send(
        self, story: Story, occasion: str, fails: str, crooked: str, guide: str = "", **more: Any
    ) -> None:
        named = {"plain": PLAIN, "safety": SAFETY, "lie": SAFETY}
        failing = [named[fails][story.code] if fails in named else fails] if fails else []
        phone = inspector_phone(story.home, story.login("hugo"), now=self.now - HOUR)
        at = self.now + (400 * DAY if crooked == "clock" else timedelta(0))

        def act() -> Any:
            record = phone.visit(story.car.plate, occasion, at=at, failed=failing, **more)
            name_guide(record, guide)
            if crooked == "chassis":
                record["identified"]["chassis_tail"] = "ZZZZZZ"
            if fails == "lie":
                record["result"] = {
                    "result": "approved",
                    "failed": [],
                    "cure_by": "",
                    "stopped": False,
                }
            db.session.rollback()
            return deliver_to(story.home, phone.freeze(record), story.login("hugo"), now=self.now)

        done = self.tried(act)
        if done is not None and crooked:
            story.crooked.add(done.id)

    def paper(self, number: int, ago: int, result: str) -> None:
        story = self.story(number)
        data = EarlierData(self.now.date() - ago * DAY, result, "LV-7")
        actor, law = permits.secretary(story.home), permits.law(story.home)
        self.tried(
            lambda: record_earlier_result(actor, story.car.vehicle, data, ruleset=law, now=self.now)
        )

    def grant(self, number: int) -> None:
        story = self.story(number)
        if not story.permit:
            found = self.tried(lambda: permits.granted(story.home, story.car))
            story.permit = found[0] if found else ""

    def pay(self, number: int) -> None:
        story = self.story(number)
        unpaid = [row.guide for row in self._visits(story) if "guide_unknown" in row.flags]
        if unpaid:
            self._pay(story, unpaid[-1])

    def _pay(self, story: Story, guide: str) -> None:
        actor, law = story.home.actor(story.login("bruno")), permits.law(story.home)
        data = GuideData(guide, (self.now - CITY_HOURS).date())
        self.tried(lambda: confirm_guide(actor, story.car.vehicle, data, ruleset=law, now=self.now))

    def issue(self, number: int, other: int, wanted: int | None) -> None:
        story, car = self.story(number), self.story(other).car
        actor, law = permits.secretary(story.home), permits.law(story.home)
        last = self.now.date() + wanted * DAY if wanted else None
        self.tried(lambda: service_seals.issue_seal(
            actor, law, story.permit, car.vehicle, expires_on=last, now=self.now,
        ))  # fmt: skip

    def reprint(self, number: int, which: int, kill: bool) -> None:
        story = self.story(number)
        seals = list(db.session.scalars(select(Seal.id).filter_by(vehicle_id=story.car.vehicle)))
        actor, law = permits.secretary(story.home), permits.law(story.home)
        if not seals:
            return
        seal = seals[which % len(seals)]
        if kill:
            self.tried(lambda: service_seals.kill_seal(actor, seal, "Furtado", now=self.now))
        else:
            self.tried(
                lambda: service_seals.reprint_seal(actor, law, seal, "Rasgado", now=self.now)
            )

    def deliver(self, number: int, which: int) -> None:
        story = self.story(number)
        visits, law = self._visits(story), permits.law(story.home)
        actor = story.home.actor(story.login("hugo"))
        if visits:
            id = visits[-1 - which // 4 % len(visits)].id
            self.tried(lambda: deliver_seal(actor, id, ruleset=law, now=self.now))

    def look(self, number: int, which: int, word: str) -> None:
        story = self.story(number)
        visits, law = self._visits(story), permits.law(story.home)
        if not visits:
            return
        id = visits[-1 - which // 4 % len(visits)].id
        data = ReviewData(word, "Conferido no pátio.", holding_count(db.session(), id))
        actor, at = story.home.actor(story.login("fabio")), self.now
        if self.tried(lambda: review(actor, id, data, ruleset=law, now=at)):
            (story.cleared if word == "cleared" else story.confirmed).setdefault(id, at)

    def days_pass(self, days: int) -> None:
        self.now += days * DAY
        for home in {story.home.city: story.home for story in self.stories}.values():
            place, law, today = city(home.city), permits.law(home), self.now.date()
            clerk = home.actor(next(name for name in home.people if name.startswith("bruno")))
            with transaction() as session:
                keys.ensure_keys(session, place, self.now)
                record_overdue(session, clerk, today, ruleset=law, now=self.now)

    def _visits(self, story: Story) -> list[Inspection]:
        query = select(Inspection).where(Inspection.vehicle_id == story.car.vehicle)
        return list(db.session.scalars(query.order_by(Inspection.received_at)))

    @invariant()
    def every_good_seal_has_its_inspection(self) -> None:
        db.session.rollback()
        today = (self.now - CITY_HOURS).date()
        for seal in db.session.scalars(select(Seal).where(Seal.state != "dead")):
            if seal.expires_on >= today:
                story = next(s for s in self.stories if s.car.vehicle == seal.vehicle_id)
                assert any(covers(story, row, seal) for row in approvals(story, seal)), seal.number
                assert not open_failure(story, seal), seal.number

    @invariant()
    def a_car_has_one_living_sticker(self) -> None:
        living = list(db.session.scalars(select(Seal.vehicle_id).where(Seal.state != "dead")))
        assert len(living) == len(set(living))


def name_guide(record: dict[str, Any], guide: str) -> None:
    """The guide of a fee that is asked, in its two places of the record."""
    former = record["fee"]["guide"]
    if former:
        record["fee"]["guide"] = guide
        for item in record["items"]:
            item["text"] = guide if item["text"] == former else item["text"]


def second_taxi(home: Cast) -> Car:
    """GHX0A20, never inspected; Lúcia owns it and drives it."""
    clerk, now = home.actor("bruno"), cars.ENTERED
    data = cars.vehicle_data(plate="GHX0A20", chassis="9BGEA48A0RG654321", renavam="")
    owner = OwnerData("Lúcia Prates", LUCIA)
    vehicle = service.register_vehicle(clerk, data, ruleset=cars.PLA, now=now, owner=owner)
    person = cars.driver_data(name="Lúcia Prates", cpf=LUCIA, card_number="C-107")
    driver = service.register_driver(clerk, person, ruleset=cars.PLA, now=now)
    service.link_driver(clerk, vehicle, driver, "holder", now.date(), ruleset=cars.PLA, now=now)
    return Car(vehicle, driver, "GHX0A20")


def approvals(story: Story, seal: Seal) -> list[date]:
    """Days of what approved this very car by the moment the code was signed."""
    found = []
    for row in db.session.scalars(select(InspectionResult).filter_by(vehicle_id=seal.vehicle_id)):
        if (
            row.source == "earlier"
            and row.result == "approved"
            and row.recorded_at <= seal.issued_at
        ):
            found.append(row.held_on)
    for visit in db.session.scalars(select(Inspection).filter_by(plate=story.car.plate)):
        if visit.received_at <= seal.issued_at and sound(story, visit, seal.issued_at):
            found.append((visit.received_at - CITY_HOURS).date())
    return found


def sound(story: Story, visit: Inspection, at: datetime) -> bool:
    """Whether the frozen text approves the car, and nobody had a reason to doubt it then."""
    record = json.loads(visit.payload)
    if record["occasion"] == "exit" or any(item["answer"] == "nc" for item in record["items"]):
        return False
    if story.confirmed.get(visit.id, at + HOUR) <= at:
        return False
    return visit.id not in story.crooked or story.cleared.get(visit.id, at + HOUR) <= at


def covers(story: Story, held_on: date, seal: Seal) -> bool:
    """Planura: a year, to the same-numbered day. Patrocínio: the platform's authorisation."""
    if story.code == "PLA":
        return seal.expires_on <= held_on.replace(year=held_on.year + 1)
    query = select(Authorisation).filter_by(platform_id=story.car.platform, kind="platform")
    term = db.session.scalars(query).one()
    return held_on >= term.starts_on - 30 * DAY and seal.expires_on <= term.ends_on


def open_failure(story: Story, seal: Seal) -> bool:
    """Whether, when the code was signed, the car's last result was a failure that forbids working."""
    rows = [
        row
        for row in db.session.scalars(
            select(InspectionResult).filter_by(vehicle_id=seal.vehicle_id)
        )
        if row.recorded_at <= seal.issued_at
        and not story.confirmed.get(row.id, seal.issued_at + HOUR) <= seal.issued_at
        and (row.id not in story.crooked or story.cleared.get(row.id, LATE) <= seal.issued_at)
    ]
    last = max(rows, key=lambda row: (row.held_on, row.recorded_at), default=None)
    if last is None or last.result == "approved":
        return False
    issued_on = (seal.issued_at - CITY_HOURS).date()
    return last.stopped or last.cure_by is None or issued_on > last.cure_by


def test_no_sequence_of_events_gives_a_seal_without_an_inspection(database: Database) -> None:
    Machine.database, Machine.app, Machine.signed = database, database.app, 0
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            phases=[Phase.generate],  # shrinking would play thousands of stories
        ),
        _min_steps=STEPS,  # a short story has no seal to speak of
    )
    assert Machine.signed
