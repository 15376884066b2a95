"""What may leave, and when it is tried again."""

from datetime import UTC, datetime, timedelta

import pytest

from app.kernel.errors import Invalid, RuleRefused
from app.messages.domain import Audience, Letter, letter, next_try

pytestmark = pytest.mark.pure
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def made(to: str = "a@b.br", subject: str = "Prazo", training: bool = False) -> Letter:
    return letter(to=to, subject=subject, body="x", training=training, audience=Audience.STAFF)


@pytest.mark.parametrize("bad", ["a\r\nBcc: c@d.br", "a\nb", "a\rb", "a\u2028b", "a\x00b", ""])
def test_a_subject_that_breaks_its_line_is_refused(bad: str) -> None:
    with pytest.raises(Invalid):
        made(subject=bad)


def test_an_address_that_breaks_its_line_is_refused() -> None:
    with pytest.raises(Invalid):
        made(to="a@b.br\r\nBcc: c@d.br")


def test_training_is_said_in_the_subject_and_first_line() -> None:
    mail = made(training=True)
    assert mail.subject == "[TREINAMENTO] Prazo"
    assert mail.body.splitlines()[0] == "Mensagem de treinamento: não tem valor legal."


def test_training_never_leaves_the_city() -> None:
    with pytest.raises(RuleRefused):
        letter(to="a@b.br", subject="P", body="x", training=True, audience=Audience.OUTSIDE)


@pytest.mark.parametrize(("attempts", "minutes"), [(1, 5), (2, 10), (3, 20), (4, 40)])
def test_each_failure_doubles_the_wait(attempts: int, minutes: int) -> None:
    assert next_try(attempts, NOW) == NOW + timedelta(minutes=minutes)


def test_the_fifth_failure_gives_up() -> None:
    assert next_try(5, NOW) is None
