"""A visit drawn by lot: only other eyes see it on their list, and they do the whole list again."""

import pytest
from playwright.sync_api import expect

from tests.browser.story_parts import Town, concluded, fail, from_day_list, identified, town, visits
from tests.support import bookings, cars, cast, permits
from tests.support.doubts import second_inspector
from tests.support.visits import stored_visit

pytestmark = pytest.mark.browser
__all__ = ["town"]
PLATE = "FUM0B05"


@pytest.fixture
def other(town: Town) -> str:
    """Hugo approved Davi's taxi; the first approval of a city is always drawn. The login of Iara."""
    town.home = cast.planura(town.app)
    car = cars.planura_taxi(town.home)
    permits.permit_for(town.app, town.home, car)
    bookings.paid(town.home, car.vehicle, "2026/0815")
    stored_visit(town.home, PLATE, "change")
    return second_inspector(town.home)


def test_the_inspector_of_a_visit_does_not_learn_that_it_was_drawn(town: Town, other: str) -> None:
    for login, shown in (("hugo", 0), (other, 1)):
        yard = town.yard_phone(login)
        yard.page.get_by_role("button", name="Vistoriar", exact=True).click()
        yard.sees("day")
        expect(yard.page.locator("[data-day-age]")).to_contain_text("Lista de")
        expect(yard.page.locator("[data-day-rechecks] .day-row")).to_have_count(shown)


def test_other_eyes_find_what_the_first_did_not(town: Town, other: str) -> None:
    visit = from_day_list(town.yard_phone(other), PLATE)
    identified(town, visit)
    fail(visit, "LV05", "Bancos rasgados")
    assert concluded(visit) == "REPROVADO"
    first, again = visits()
    assert (again.occasion, again.previous_id, again.result) == ("recheck", first.id, "failed")
    assert again.person_id == town.home.people[other] != first.person_id
    page = town.screen("fabio", f"/vistorias/{again.id}")
    page.get_by_role("link", name="Comparar item a item").first.click()
    expect(page.locator("main")).to_contain_text("Bancos rasgados")
