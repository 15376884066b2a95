"""Many at once: a notice sent by ten connections is one, a number goes to one, a block to one (T15, T16)."""

from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

from flask import Flask
from sqlalchemy import func, select

from app.infractions.models import Notice, NumberBlock, NumberOutcome
from app.ledger.verify import verify
from app.persistence.base import db
from app.sync.models import Quarantined, Receipt
from app.sync.service import Refused
from tests.support.cast import NOW, Cast
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def at_once(app: Flask, works: list[Callable[[], Any]]) -> list[Any]:
    """Run all in threads that start together; their answers, or the refusals they met."""
    start, answers = Barrier(len(works)), []

    def run(work: Callable[[], Any]) -> None:
        with app.app_context():
            start.wait()
            try:
                answers.append(work())
            except Exception as error:
                answers.append(error)
            db.session.remove()

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def whole(app: Flask, home: Cast) -> bool:
    return list(verify(db.session(), home.city, app.config["LEDGER_KEY"])) == []


def test_ten_deliveries_of_one_notice_make_one(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    sent = phone.write()
    answers = at_once(app, [lambda: deliver_to(planura, sent)] * 10)
    assert Counter(answer.replayed for answer in answers) == {False: 1, True: 9}
    assert (count(Notice), count(Receipt), count(NumberOutcome), count(Quarantined)) == (1, 1, 1, 0)
    assert whole(app, planura)


def test_two_phones_with_one_block_keep_both_notices_of_each_number(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    numbers = [phone.take() for _ in range(20)]
    clone = NoticePhone(phone.actor, phone.law, phone.device_id)
    clone.meet(NOW)
    sent = [[each.write(number=number) for number in numbers] for each in (phone, clone)]
    works = [lambda s=s: [attempt(planura, one) for one in s] for s in sent]
    answers = [said for half in at_once(app, works) for said in half]
    assert Counter(answers) == {"stored": 20, "used": 20}
    assert (count(Notice), count(NumberOutcome), count(Quarantined)) == (20, 20, 20)
    assert whole(app, planura)


def attempt(home: Cast, sent: dict[str, Any]) -> str:
    try:
        deliver_to(home, sent)
    except Refused as refusal:
        return "used" if "já foi usado" in refusal.message else refusal.message
    return "stored"


def test_repeated_and_shuffled_deliveries_store_each_notice_once(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    sent, rng = [phone.write() for _ in range(20)], Random(5)
    halves: list[list[dict[str, Any]]] = [[], []]
    for one in sent:
        for _ in range(rng.randint(1, 5)):
            halves[rng.randrange(2)].append(one)
    for half in halves:
        rng.shuffle(half)
    works = [lambda h=half: [attempt(planura, one) for one in h] for half in halves]
    answers = [said for half in at_once(app, works) for said in half]
    assert set(answers) == {"stored"}
    assert (count(Notice), count(Receipt), count(Quarantined)) == (20, len(sent), 0)
    assert whole(app, planura)


def test_first_contacts_at_once_never_share_a_number(app: Flask, planura: Cast) -> None:
    answers = at_once(app, [lambda: agent_phone(planura)] * 6)
    assert all(isinstance(answer, NoticePhone) for answer in answers), answers
    query = select(NumberBlock.first).where(NumberBlock.series == "TREINO-AI-2026")
    assert sorted(db.session.scalars(query)) == [1, 21, 41, 61, 81, 101]


def test_two_tabs_of_one_phone_get_one_block(app: Flask, planura: Cast) -> None:
    phone = NoticePhone(planura.actor("ana"), agent_phone(planura).law)
    at_once(app, [lambda: phone.meet(NOW)] * 4)
    query = select(func.count()).where(
        NumberBlock.device_id == phone.device_id, NumberBlock.series == "TREINO-AI-2026"
    )
    assert db.session.scalar(query) == 1
