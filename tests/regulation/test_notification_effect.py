"""Who is notified by the end of a notice, until when, and what must still be sent (CFG-PLA-28)."""

from datetime import date
from random import Random

import pytest

from app.kernel.calendar import national_calendar
from app.kernel.errors import Invalid
from app.regulation.loader import load_all
from app.regulation.notification_effect import notification_effect
from tests.support.notice_cases import changed
from tests.support.notices import complete_record

PLA, PAT = load_all()["planura-2025"], load_all()["patrocinio-2020"]
LITERAL = PLA.with_decisions({"CFG-PLA-28": "literal"})
CALENDAR = national_calendar(range(2025, 2029))
DRIVER = "52998224725"
SIGNED = {
    "ending": {"kind": "signed", "signer": "driver"},
    "driver": {"name": "Ana Prado", "cpf": DRIVER},
    "offender": {"kind": "authorised_driver", "name": "ANA PRADO", "tax_id": DRIVER},
    "copy": {"delivered": True, "how": "printed"},
}


def effect(law, day="2026-04-17", kind="notice", **values):
    """The effect of a signature at noon of the city on that day, with changes by dotted path."""
    record = complete_record(law, kind, Random(1)) | {
        "happened_at": f"{day}T14:00:00.000Z",
        "regularise": {"what": "Adesivo na porta", "days": 15},
    }
    ended = {"ending.at": f"{day}T15:00:00.000Z"} | {
        name.replace("__", "."): value for name, value in values.items()
    }
    return notification_effect(law, CALENDAR, changed({**record, **SIGNED}, ended))


@pytest.mark.parametrize(
    ("day", "due"),
    [  # requirements.md §4.3 (c)
        ("2026-04-17", date(2026, 4, 27)),
        ("2026-04-22", date(2026, 5, 4)),
        ("2026-04-01", date(2026, 4, 13)),
        ("2026-10-02", date(2026, 10, 13)),
        ("2026-12-21", date(2026, 12, 31)),
        ("2026-06-11", date(2026, 6, 22)),
    ],
)
def test_the_authorised_drivers_signature_notifies(day, due):
    found = effect(PLA, day)
    assert (found.notified_on, found.due.due_on) == (date.fromisoformat(day), due)
    assert (found.must_send_ar, found.citation) == (
        False,
        "PLA art. 50 §3; PLA art. 49 VIII; PLA art. 51",
    )


NOT_HIS = [
    {"ending__signer": "other"},
    {"copy__delivered": False},
    {"copy__how": "shown"},
    {"offender__tax_id": "11144477735"},  # an auxiliary drove
    {"offender__kind": "private_user"},
    {"ending__kind": "refused"},
    {"ending__kind": "evaded"},
    {"ending__kind": "absent"},
]


@pytest.mark.parametrize("values", NOT_HIS, ids=str)
def test_anything_else_is_sent_by_mail(values):
    found = effect(PLA, **values)
    assert (found.notified_on, found.due, found.must_send_ar) == (None, None, True)
    assert "aviso de recebimento" in found.sentence
    assert found.citation == "PLA art. 50 §1; PLA art. 50 §4"


@pytest.mark.parametrize(
    ("day", "limit"),
    [  # requirements.md §4.3 (d)
        ("2026-06-02", date(2026, 7, 31)),
        ("2026-07-13", date(2026, 9, 11)),
        ("2026-09-02", date(2026, 10, 30)),
        ("2026-10-26", date(2026, 12, 24)),
    ],
)
def test_the_mail_must_arrive_within_sixty_days_of_the_fact(day, limit):
    found = effect(PLA, day, ending__kind="refused")
    assert found.send_by.internal_on == limit
    assert f"{limit:%d/%m/%Y}" in found.sentence


@pytest.mark.parametrize(
    ("values", "notified"),
    [
        ({}, True),
        ({"copy__delivered": False}, True),
        ({"offender__tax_id": "11144477735"}, True),
        ({"ending__kind": "refused"}, True),
        ({"ending__kind": "evaded"}, True),
        ({"ending__signer": "other"}, False),
        ({"ending__kind": "absent"}, False),
    ],
    ids=str,
)
def test_to_the_letter_signature_refusal_and_evasion_notify(values, notified):
    found = effect(LITERAL, **values)
    assert (found.notified_on == date(2026, 4, 17)) is notified
    assert found.must_send_ar is not notified


@pytest.mark.parametrize("ending", ["signed", "refused", "absent", "evaded"])
def test_patrocinio_notifies_platform_and_driver_afterwards(ending):
    law = PAT.with_decisions({"CFG-PAT-13": "days_30_suspensive"})
    found = effect(law, ending__kind=ending)
    assert (found.notified_on, found.due, found.must_send_ar) == (None, None, True)
    assert (found.to, found.citation) == ("plataforma e condutor", "PAT art. 22")


def test_the_day_is_that_of_the_city():
    found = effect(PLA, ending__at="2026-04-18T02:30:00.000Z")
    assert found.notified_on == date(2026, 4, 17)


def test_a_signed_order_to_regularise_starts_its_term():
    found = effect(PAT, kind="regularisation")
    assert (found.notified_on, found.due.due_on) == (date(2026, 4, 17), date(2026, 5, 4))
    assert found.must_send_ar is False


def test_an_order_that_the_driver_did_not_take_is_sent():
    found = effect(PAT, kind="regularisation", ending__kind="refused")
    assert (found.due, found.must_send_ar) == (None, True)
    platform = effect(PAT, kind="regularisation", offender__kind="platform")
    assert (platform.notified_on, platform.must_send_ar) == (None, True)


def test_a_written_warning_has_no_term():
    found = effect(PLA, kind="warning")
    assert (found.notified_on, found.due, found.must_send_ar) == (date(2026, 4, 17), None, False)
    assert effect(PLA, kind="warning", ending__kind="refused").notified_on is None


def test_a_verbal_warning_is_only_registered():
    found = effect(PLA, kind="verbal")
    assert (found.notified_on, found.must_send_ar) == (None, False)
    assert "PLA art. 41 p.u." in found.citation


def test_each_ending_has_its_own_sentence():
    kinds = ("signed", "refused", "absent", "evaded")
    assert len({effect(PLA, ending__kind=kind).sentence for kind in kinds}) == 4


def test_a_document_that_the_text_lacks_is_refused():
    with pytest.raises(Invalid):
        notification_effect(PAT, CALENDAR, {"kind": "warning"})
