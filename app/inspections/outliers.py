"""What is odd about a visit: its length, hours, places, photos and phone (threats.md T18). Pure.

An oddity is no proof and refuses nothing: it is a flag for a person. What holds the seal back until
that person has looked stands in `FLAGS`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

_EARTH_M: Final = 6_371_000


@dataclass(frozen=True)
class Kind:
    """What people read of a flag, and whether the seal waits for a review."""

    words: str
    holds: bool = True


FLAGS: Final = {
    "chassis_unknown": Kind("O cadastro não tem o chassi deste carro.", holds=False),
    "foreign_photo": Kind("A foto não saiu da câmera do aplicativo."),
    "no_position": Kind("O telefone não disse onde estava.", holds=False),
    "overlap": Kind("O vistoriador estava em outra vistoria ao mesmo tempo."),
    "photo_outside": Kind("Há foto de antes do início ou de depois do fim da vistoria."),
    "photos_missing": Kind("As fotos prometidas não chegaram em três dias."),
    "plain_photo": Kind("Há foto em que não se vê nada."),
    "recheck_differs": Kind("A reinspeção achou o que esta vistoria não achou."),
    "same_photo": Kind("A mesma foto está em outra vistoria."),
    "same_shot": Kind("A mesma foto serve a dois lados do carro."),
    "shared_phone": Kind("Outra conta usou o mesmo telefone minutos antes ou depois.", holds=False),
    "shots_apart": Kind("As fotos foram feitas longe umas das outras."),
    "shots_rushed": Kind("Não deu tempo de dar a volta no carro entre as fotos.", holds=False),
    "unreadable_photo": Kind("Há foto que não abre."),
    "too_close": Kind("Começou logo que a vistoria anterior terminou.", holds=False),
    "too_far": Kind("Foi feita longe do local de vistoria."),
    "too_fast": Kind("Não havia tempo de vir do lugar da vistoria vizinha."),
    "too_many": Kind("Foram vistorias demais em pouco tempo."),
    "too_short": Kind("Durou menos do que é possível."),
}


@dataclass(frozen=True)
class Limits:
    """Where odd begins, with room for the fastest honest inspector we could think of."""

    # The scripted walk of a whole list needs about six minutes, two thirds of it in photos.
    shortest: timedelta = timedelta(minutes=3)
    # A return looks at a few items, but identifies the car and takes four photos all the same.
    shortest_return: timedelta = timedelta(seconds=75)
    between: timedelta = timedelta(seconds=45)  # the next car drives up
    many: int = 5  # visits begun …
    many_within: timedelta = timedelta(minutes=20)  # … within this, whatever their length
    walk: timedelta = timedelta(seconds=8)  # around a car, four photos
    photo_slack: timedelta = timedelta(seconds=5)  # the phone's clock is corrected in between
    speed_kmh: float = 120  # more than any road of the region allows on average
    speed_from_m: float = 2_000  # below this a wrong fix is likelier than a trip
    radius_m: float = 1_000  # of a yard, with the street before it
    accuracy_m: float = 2_000  # what a phone says of its own doubt counts up to here
    spread_m: float = 300  # among the photos of one car
    stale: timedelta = timedelta(minutes=15)  # a fix older than the visit says nothing
    phone: timedelta = timedelta(minutes=10)  # two accounts on one phone
    photos_late: timedelta = timedelta(days=3)  # as long as a phone may be without its list


LIMITS: Final = Limits()


@dataclass(frozen=True)
class Point:
    """Degrees, and metres of doubt."""

    latitude: float
    longitude: float
    accuracy_m: float = 0


@dataclass(frozen=True)
class Shot:
    """A photo: when, where if known, and whether it is one of the sides of the car."""

    sha256: str
    taken_at: datetime
    side: bool = False
    point: Point | None = None


@dataclass(frozen=True)
class Visit:
    """What is compared of a visit. `fix_at`: when the position was taken."""

    id: str
    person_id: str
    account_id: str
    device_id: str
    started_at: datetime
    finished_at: datetime
    point: Point | None = None
    fix_at: datetime | None = None
    failed_only: bool = False  # a return
    shots: tuple[Shot, ...] = ()


@dataclass(frozen=True)
class Oddity:
    """A key of `FLAGS`; `both` puts it on the other visit too."""

    kind: str
    detail: str = ""
    other_id: str = ""
    sha256: str = ""
    both: bool = False


def alone(visit: Visit, places: Sequence[Point], limits: Limits = LIMITS) -> Iterator[Oddity]:
    """What is odd about one visit by itself. `places`: of the open places, those with coordinates."""
    lasted = visit.finished_at - visit.started_at
    if lasted < (limits.shortest_return if visit.failed_only else limits.shortest):
        yield Oddity("too_short", f"Durou {_span(lasted)}.")
    yield from _photos(visit, limits)
    yield from _where(visit, places, limits)


def beside(visit: Visit, others: Sequence[Visit], limits: Limits = LIMITS) -> Iterator[Oddity]:
    """What is odd about a visit among those of the same person, or phone, around it."""
    own = [other for other in others if other.person_id == visit.person_id]
    for other in own:
        if _gap(visit, other) < timedelta(0):
            yield Oddity("overlap", f"Por {_span(-_gap(visit, other))}.", other.id, both=True)
    for other in _consecutive(visit, own):
        yield from _pair(visit, other, limits)
    yield from _crowd(visit, own, limits)
    for other in others:
        gap = _gap(visit, other)
        same_phone = other.device_id == visit.device_id
        if same_phone and other.account_id != visit.account_id and gap < limits.phone:
            yield Oddity(
                "shared_phone", f"Com {_span(gap)} entre uma e outra.", other.id, both=True
            )


def metres(one: Point, other: Point) -> float:
    """Along the ground."""
    lat1, lat2 = math.radians(one.latitude), math.radians(other.latitude)
    dlat, dlon = lat2 - lat1, math.radians(other.longitude - one.longitude)
    h = math.sin(dlat / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin(dlon / 2) ** 2
    return 2 * _EARTH_M * math.asin(min(1.0, math.sqrt(h)))


def _photos(visit: Visit, limits: Limits) -> Iterator[Oddity]:
    first, last = visit.started_at - limits.photo_slack, visit.finished_at + limits.photo_slack
    for shot in visit.shots:
        if shot.taken_at < first:
            before = _span(visit.started_at - shot.taken_at)
            yield Oddity("photo_outside", f"Foto de {before} antes do início.", "", shot.sha256)
        elif shot.taken_at > last:
            after = _span(shot.taken_at - visit.finished_at)
            yield Oddity("photo_outside", f"Foto de {after} depois do fim.", "", shot.sha256)
    sides = [shot for shot in visit.shots if shot.side]
    times = [shot.taken_at for shot in sides]
    if len(sides) > 2 and max(times) - min(times) < limits.walk:
        yield Oddity("shots_rushed", f"{len(sides)} lados em {_span(max(times) - min(times))}.")
    if len({shot.sha256 for shot in sides}) < len(sides):
        yield Oddity("same_shot")


def _where(visit: Visit, places: Sequence[Point], limits: Limits) -> Iterator[Oddity]:
    if visit.point is None:
        yield Oddity("no_position")
    elif visit.fix_at is not None and visit.fix_at < visit.started_at - limits.stale:
        yield Oddity(
            "no_position", f"A posição era de {_span(visit.started_at - visit.fix_at)} antes."
        )
    points = [shot.point for shot in visit.shots if shot.point is not None]
    here = [*points, *([visit.point] if visit.point else [])]
    far = max((_beyond(here_at, places, limits) for here_at in here), default=0.0)
    if far > 0:
        yield Oddity("too_far", f"A {_length(far + limits.radius_m)} do local mais próximo.")
    apart = max((_apart(a, b, limits) for a, b in combinations(here, 2)), default=0.0)
    if apart > limits.spread_m:
        yield Oddity("shots_apart", f"Até {_length(apart)} entre elas.")


def _beyond(point: Point, places: Sequence[Point], limits: Limits) -> float:
    """Metres outside every place's radius; 0 where no place has coordinates."""
    if not places:
        return 0.0
    return min(_apart(point, place, limits) for place in places) - limits.radius_m


def _apart(one: Point, other: Point, limits: Limits) -> float:
    """Metres that are sure, in spite of what the phones doubt."""
    doubt = sum(min(point.accuracy_m, limits.accuracy_m) for point in (one, other))
    return metres(one, other) - doubt


def _consecutive(visit: Visit, own: Sequence[Visit]) -> Iterator[Visit]:
    """The visit before and the one after: a false place must not put doubt on the whole day."""
    before = [other for other in own if other.started_at <= visit.started_at]
    after = [other for other in own if other.started_at > visit.started_at]
    if before:
        yield max(before, key=lambda other: other.started_at)
    if after:
        yield min(after, key=lambda other: other.started_at)


def _pair(visit: Visit, other: Visit, limits: Limits) -> Iterator[Oddity]:
    gap = max(_gap(visit, other), timedelta(0))
    if timedelta(0) <= _gap(visit, other) < limits.between:
        yield Oddity("too_close", f"Com {_span(gap)} entre uma e outra.", other.id, both=True)
    if visit.point is None or other.point is None:
        return
    way = _apart(visit.point, other.point, limits)
    if way > limits.speed_from_m and way / 1000 > limits.speed_kmh * gap.total_seconds() / 3600:
        yield Oddity("too_fast", f"{_length(way)} em {_span(gap)}.", other.id, both=True)


def _crowd(visit: Visit, own: Sequence[Visit], limits: Limits) -> Iterator[Oddity]:
    near = [o for o in own if abs(o.started_at - visit.started_at) < limits.many_within]
    begun = sorted([visit, *near], key=lambda v: v.started_at)
    for window in zip(*(begun[n:] for n in range(limits.many)), strict=False):
        if visit in window and window[-1].started_at - window[0].started_at < limits.many_within:
            said = (
                f"{limits.many} começaram em {_span(window[-1].started_at - window[0].started_at)}."
            )
            others = [other for other in window if other.id != visit.id]
            yield from (Oddity("too_many", said, other.id, both=True) for other in others)
            return


def _gap(one: Visit, other: Visit) -> timedelta:
    """Between the end of the first and the start of the second; negative when they overlap."""
    return max(one.started_at - other.finished_at, other.started_at - one.finished_at)


def _span(time: timedelta) -> str:
    seconds = max(0, round(time.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172_800 else f"{seconds // 86_400} dias"


def _length(metres: float) -> str:
    return f"{round(metres)} m" if metres < 1000 else f"{metres / 1000:.1f} km".replace(".", ",")
