"""Two agents on one phone: neither sees what the other writes, and everything goes, once each."""

from datetime import date

import pytest
from playwright.sync_api import expect

from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.accounts.service import add_account, ensure_person
from app.persistence.transaction import transaction
from tests.browser.conftest import Street
from tests.browser.test_notice_flow import ready
from tests.support import outbox
from tests.support.browser import NOON, Fault, sign_in
from tests.support.cast import PASSWORD
from tests.support.notice_drafts import begun, resume, rows, states, written

pytestmark = pytest.mark.browser
Granted = tuple[Role, str, str, date, date | None]
HIDDEN = "parado em frente ao Bar do Zé"
SECRETS = {"facts": f"O carro estava {HIDDEN}, com passageiro e taxímetro desligado."}


def colleague(street: Street) -> None:
    """Bia, an agent of the same city."""
    city = Actor(street.cast.city, "seed", "seed", "seed")
    with transaction() as session:
        person = ensure_person(session, cpf="39053344705", name="Bia Torres")
        grants: list[Granted] = [(Role.AGENT, "Portaria 2/2026", "1002", date(2026, 1, 5), None)]
        add_account(
            session, city, person=person, login="bia", password=PASSWORD, grants=grants, now=NOON
        )


@pytest.fixture
def shared(street: Street) -> Street:
    """Ana's phone without signal: a draft, two notices of hers that wait; Bia exists."""
    colleague(street)
    ready(street)
    street.offline()
    for _ in range(2):
        written(street, **SECRETS)
    begun(street, **SECRETS)
    street.page.reload()
    street.ready()
    return street


def leave(street: Street) -> None:
    """Sign out on the home view."""
    street.page.get_by_role("button", name="Sair").click()
    street.sees("welcome")


def enters(street: Street, login: str) -> None:
    """With signal: from the welcome view through the sign-in page to the field app."""
    expect(street.page.get_by_role("link", name="Entrar")).to_be_visible()
    sign_in(street.page, street.site.address, login)
    street.ready()
    street.sees("home")
    expect(street.page.locator("[data-list-chip]")).to_have_attribute("data-age", "fresh")


def handed_over(street: Street) -> None:
    """Ana has left without signal, Bia has entered with it."""
    leave(street)
    street.offline(False)
    enters(street, "bia")


def test_who_leaves_with_signal_leaves_only_a_count(shared: Street) -> None:
    shared.site.faults.append(Fault("/campo/registro"))
    shared.offline(False)
    expect(shared.page.locator("[data-waiting-lines]")).to_contain_text("servidor fora")
    leave(shared)
    expect(shared.page.locator("[data-welcome-waiting]")).to_contain_text("2 registros")
    enters(shared, "bia")
    expect(shared.page.locator("[data-others]")).to_contain_text("2 registros de outras pessoas")


def test_the_next_agent_sees_no_draft_and_no_row(shared: Street) -> None:
    handed_over(shared)
    expect(shared.page.locator("[data-others]")).to_contain_text("2 registros de outras pessoas")
    expect(shared.page.locator("[data-drafts]")).to_be_hidden()
    shared.page.get_by_role("button", name="Enviados").click()
    expect(shared.page.locator("[data-others-waiting]")).to_contain_text("2 registros")
    expect(shared.page.locator("[data-entry]")).to_have_count(0)
    assert sorted(states(shared)) == ["draft", "ready", "ready"]


def test_the_next_agent_finds_no_word_of_it_on_the_phone(shared: Street) -> None:
    plate = str(shared.page.locator("[data-draft-list] [data-plate]").inner_text())
    handed_over(shared)
    kept = outbox.dump(shared.page)
    seen = shared.page.locator("body").inner_text()
    for secret in (HIDDEN, plate, plate.replace(" ", "").replace("-", "")):
        assert secret not in kept and secret not in seen


def test_an_address_of_the_others_draft_opens_nothing(shared: Street) -> None:
    [draft] = [entry["id"] for entry in shared.entries() if entry["state"] == "draft"]
    handed_over(shared)
    shared.page.evaluate(
        "(id) => history.replaceState({view: 'notice', parameters: {id, step: 'facts'}, depth: 0}, '')",
        draft,
    )
    shared.page.reload()
    shared.ready()
    shared.sees("home")
    assert shared.page.locator("[data-notice-form]").locator("visible=true").count() == 0


def test_everything_of_both_arrives_once_when_the_first_returns(shared: Street) -> None:
    handed_over(shared)
    ready(shared)
    written(shared)
    [hers] = rows(shared, 1)
    leave(shared)
    enters(shared, "ana")
    resume(shared).finish()
    found = rows(shared, 4)
    assert hers.account_id != shared.cast.accounts["ana"]
    assert sorted((row.account_id == hers.account_id, row.chain_seq) for row in found) == [
        (False, 1),
        (False, 2),
        (False, 3),
        (True, 1),
    ]
    assert len({(row.series, row.value) for row in found}) == 4
    assert shared.site.count("POST", "/campo/registro") == 4
