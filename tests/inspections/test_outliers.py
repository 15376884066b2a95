"""What is odd about a visit, by numbers alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.inspections.outliers import FLAGS, Point, Shot, Visit, alone, beside, metres

NOON = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
YARD = Point(-20.1386, -48.7003, 12)
PLACES = [Point(-20.1386, -48.7003)]
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def north(km: float, accuracy: float = 12) -> Point:
    return Point(-20.1386 + km / 111.195, -48.7003, accuracy)


def visit(start: datetime = NOON, lasts: timedelta = 12 * MINUTE, **edits: object) -> Visit:
    """A sound visit in the yard."""
    shots = tuple(
        Shot(f"{start}{n}", start + n * 9 * SECOND, side=True, point=YARD) for n in range(1, 5)
    )
    values = {"id": "a", "person_id": "hugo", "account_id": "hugo", "device_id": "phone"}
    sound = Visit(**values, started_at=start, finished_at=start + lasts, point=YARD, shots=shots)
    return replace(sound, **edits)  # type: ignore[arg-type]


def other(start: datetime, **edits: object) -> Visit:
    return visit(start, **{"id": "b", **edits})  # type: ignore[arg-type]


def kinds(found: object) -> set[str]:
    return {oddity.kind for oddity in found}  # type: ignore[attr-defined]


def test_a_sound_visit_has_nothing_odd() -> None:
    assert not kinds(alone(visit(), PLACES)) | kinds(beside(visit(), [other(NOON + 15 * MINUTE)]))


@pytest.mark.parametrize(("lasts", "odd"), [(179, True), (180, False)])
def test_a_visit_of_less_than_three_minutes_is_odd(lasts: int, odd: bool) -> None:
    found = kinds(alone(visit(lasts=lasts * SECOND), PLACES))
    assert ("too_short" in found) is odd


def test_a_return_may_be_shorter() -> None:
    assert not kinds(alone(visit(lasts=2 * MINUTE, failed_only=True), PLACES))


@pytest.mark.parametrize(("km", "odd"), [(0.9, False), (1.1, True), (60, True)])
def test_a_visit_far_from_every_place_is_odd(km: float, odd: bool) -> None:
    far = visit(point=north(km), shots=())
    assert ("too_far" in kinds(alone(far, PLACES))) is odd


def test_a_phone_that_doubts_itself_by_a_kilometre_is_believed() -> None:
    assert not kinds(alone(visit(point=north(1.9, 1000), shots=()), PLACES))


def test_a_claimed_doubt_of_a_thousand_kilometres_does_not_hide_sixty() -> None:
    assert "too_far" in kinds(alone(visit(point=north(60, 1_000_000), shots=()), PLACES))


def test_a_photo_taken_far_away_is_odd() -> None:
    sound = visit()
    shots = (*sound.shots[:3], replace(sound.shots[3], point=north(60)))
    assert {"too_far", "shots_apart"} <= kinds(alone(replace(sound, shots=shots), PLACES))


@pytest.mark.parametrize(("km", "odd"), [(0.2, False), (0.4, True)])
def test_photos_far_from_each_other_are_odd(km: float, odd: bool) -> None:
    sound = visit()
    shots = (*sound.shots[:3], replace(sound.shots[3], point=north(km)))
    assert ("shots_apart" in kinds(alone(replace(sound, shots=shots), PLACES))) is odd


def test_a_city_without_coordinates_judges_no_distance() -> None:
    assert not kinds(alone(visit(point=north(60), shots=()), []))


@pytest.mark.parametrize(
    ("seconds", "odd"), [(-6, True), (-5, False), (12 * 60 + 5, False), (12 * 60 + 6, True)]
)
def test_a_photo_from_outside_the_visit_is_odd(seconds: int, odd: bool) -> None:
    photo = Shot("x", NOON + seconds * SECOND)
    assert ("photo_outside" in kinds(alone(visit(shots=(photo,)), PLACES))) is odd


def test_four_sides_in_seven_seconds_are_odd() -> None:
    quick = tuple(Shot(str(n), NOON + 2 * n * SECOND, side=True) for n in range(1, 5))
    assert kinds(alone(visit(shots=quick), PLACES)) == {"shots_rushed"}


def test_one_photo_for_two_sides_is_odd() -> None:
    sound = visit()
    shots = (*sound.shots[:3], replace(sound.shots[3], sha256=sound.shots[0].sha256))
    assert kinds(alone(replace(sound, shots=shots), PLACES)) == {"same_shot"}


def test_a_phone_without_position_is_odd_and_holds_nothing() -> None:
    nowhere = visit(point=None, shots=())
    assert kinds(alone(nowhere, PLACES)) == {"no_position"}
    assert not FLAGS["no_position"].holds


def test_a_fix_of_an_hour_ago_is_no_position() -> None:
    assert kinds(alone(visit(fix_at=NOON - 60 * MINUTE), PLACES)) == {"no_position"}


def test_two_visits_at_once_are_odd_on_both() -> None:
    (found,) = beside(visit(), [other(NOON + 11 * MINUTE)])
    assert (found.kind, found.other_id, found.both) == ("overlap", "b", True)


@pytest.mark.parametrize(("gap", "odd"), [(44, True), (45, False)])
def test_a_visit_right_after_another_is_odd(gap: int, odd: bool) -> None:
    next_one = other(NOON + 12 * MINUTE + gap * SECOND)
    assert ("too_close" in kinds(beside(visit(), [next_one]))) is odd


@pytest.mark.parametrize(("minutes", "odd"), [(29, True), (31, False)])
def test_sixty_kilometres_take_half_an_hour(minutes: int, odd: bool) -> None:
    away = other(NOON + (12 + minutes) * MINUTE, point=north(60))
    assert ("too_fast" in kinds(beside(visit(), [away]))) is odd


def test_a_false_place_puts_no_doubt_on_the_whole_day() -> None:
    day = [other(NOON + n * 15 * MINUTE, id=f"{n}") for n in (-2, -1, 1, 2)]
    found = beside(visit(point=north(60)), day)
    assert {(o.kind, o.other_id) for o in found} == {("too_fast", "-1"), ("too_fast", "1")}


def test_twenty_visits_in_ten_minutes_are_odd_each() -> None:
    begun = [visit(NOON + n * 30 * SECOND, 20 * SECOND, id=str(n)) for n in range(20)]
    for one in begun:
        found = kinds(beside(one, [v for v in begun if v.id != one.id]))
        assert {"too_many", "too_close"} <= found


def test_a_phone_passed_on_within_minutes_is_odd_and_holds_nothing() -> None:
    iara = other(NOON + 15 * MINUTE, person_id="iara", account_id="iara")
    (found,) = beside(visit(), [iara])
    assert found.kind == "shared_phone" and not FLAGS[found.kind].holds


def test_another_inspector_on_another_phone_is_nothing() -> None:
    iara = other(NOON, person_id="iara", account_id="iara", device_id="other")
    assert list(beside(visit(), [iara])) == []


def test_a_degree_of_latitude_is_a_hundred_and_eleven_kilometres() -> None:
    assert abs(metres(Point(-20, -48), Point(-21, -48)) - 111_195) < 10
