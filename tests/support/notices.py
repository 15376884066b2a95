"""Complete notices of both cities, made at random: what every part of issue 3 tests with.

`complete_record(ruleset, kind, rng)` has no defect under `catalogue_of(ruleset, …)`.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from app.kernel.calendar import Calendar, national_calendar
from app.kernel.canonical import instant_text
from app.kernel.civil import civil_today
from app.regulation.notice_catalogue import WITHOUT_PERMIT, notice_catalogue
from app.regulation.notice_look import looking
from app.regulation.notice_signature import due_on
from app.regulation.ruleset import Ruleset

NOON = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)  # 10:00 in both cities
_NAMES = ["Ana Lúcia Prado", "Bruno d'Ávila", "Célia Nogueira", "Davi Araújo", "Elisa Brandão"]
_CARS = ["FIAT CRONOS", "VW VOYAGE", "CHEVROLET ONIX PLUS"]
_FACTS = "O veículo circulava com passageiro e o agente constatou o fato descrito na abordagem."
_PRIVATE = {"private_user", "owner"}


def calendar_of(now: datetime = NOON) -> Calendar:
    """National holidays around the year of `now`."""
    return national_calendar(range(now.year - 1, now.year + 3))


def catalogue_of(ruleset: Ruleset, now: datetime = NOON) -> dict[str, Any]:
    """The catalogue on the civil day of `now`."""
    today = civil_today(now, ruleset.instrument.time_zone)
    return notice_catalogue(ruleset, calendar_of(now), today)


def complete_record(
    ruleset: Ruleset,
    kind: str,
    rng: Random,
    *,
    now: datetime = NOON,
    code: str = "",
    catalogue: Mapping[str, Any] | None = None,
    **over: Any,
) -> dict[str, Any]:
    """A record "notice" 1 without defects, written at `now`; `over` replaces top-level keys.

    `kind`: notice, warning, verbal, regularisation; `code` fixes the infraction.
    """
    known = catalogue or catalogue_of(ruleset, now)
    fitting = [row for row in known["types"] if kind in row["kinds"] and code in ("", row["code"])]
    row = rng.choice(fitting)
    fact = now - timedelta(minutes=rng.randint(2, 90))
    record = {**_frame(ruleset, known, rng, now), "kind": kind, "happened_at": instant_text(fact)}
    record |= _people(row, rng, now)
    record |= _infraction(row, kind, rng)
    record |= _closing(known, row, kind, record, rng, now)
    return record | over


def _hex(rng: Random, digits: int = 32) -> str:
    return f"{rng.getrandbits(4 * digits):0{digits}x}"


def _frame(
    ruleset: Ruleset, known: Mapping[str, Any], rng: Random, now: datetime
) -> dict[str, Any]:
    text = ruleset.instrument
    near = {"lat": -187000000, "lon": -465000000, "accuracy_m": 12, "at": instant_text(now)}
    place = [{"text": "Avenida Rui Barbosa, 100", "position": None}, {"text": "", "position": near}]
    return {
        "account_id": _hex(rng),
        "device_id": _hex(rng),
        "key_id": _hex(rng, 16),
        "chain": {"seq": 1, "prev": "0" * 64},
        "training": ruleset.training,
        "ruleset": {"slug": text.slug, "version": text.version, "hash": ruleset.hash},
        "stop_id": _hex(rng),
        "group": _hex(rng),
        "written_at": instant_text(now),
        "device_time": instant_text(now),
        "offset_ms": 0,
        "last_server_time": instant_text(now - timedelta(hours=1)),
        "beacon": "",
        "scope": "street",
        "place": rng.choice(place),
        "facts": _FACTS,
        "photos": [],
        "agent": {"name": "Paulo Fiscal", "registration": "4471", "act": "Portaria 12/2026"},
        "body": dict(known["body"]),
        "late_reason": "",
    }


def cpf(rng: Random) -> str:
    """A CPF with right check digits."""
    digits = [rng.randint(0, 9) for _ in range(9)]
    digits[0] = (digits[1] + 1) % 10  # never a repeat
    for length in (9, 10):
        total = sum(digits[place] * (length + 1 - place) for place in range(length))
        digits.append(total * 10 % 11 % 10)
    return "".join(map(str, digits))


def cnpj(rng: Random) -> str:
    """A CNPJ, letters included, with right check digits."""
    text = "".join(rng.choice("0123456789ABCDEFGHIJKLMNPRSTUVWXYZ") for _ in range(11)) + "Z"
    for length in (12, 13):
        weights = [(length - place - 1) % 8 + 2 for place in range(length)]
        rest = sum((ord(char) - 48) * weights[n] for n, char in enumerate(text)) % 11
        text += str(0 if rest < 2 else 11 - rest)
    return text


def _person(rng: Random) -> dict[str, str]:
    return {
        "name": rng.choice(_NAMES),
        "id_card": "MG-12.345.678",
        "id_card_issued_on": "2011-05-09",
        "licence": f"{rng.randint(10**9, 10**10 - 1):011d}",  # the check digit never blocks
        "licence_category": "B",
        "address": "Rua das Flores, 20, Centro",
    }


_NOBODY = dict.fromkeys(_person(Random(0)), "")


def _people(row: Mapping[str, Any], rng: Random, now: datetime) -> dict[str, Any]:
    kind = rng.choice(row["offenders"])
    fitting = [each for each in row["modalities"] if (each == "none") == (kind not in _SERVING)]
    modality = rng.choice(fitting or row["modalities"])
    known = kind != "owner" and (kind == "private_user" or rng.random() < 0.7)
    driver = {"id": "", **(_person(rng) if known else _NOBODY), "cpf": cpf(rng) if known else ""}
    driver["missing"] = "" if known else "Não apresentou documento e não se identificou."
    driver["id"] = _hex(rng, 8) if known and kind == "authorised_driver" else ""
    names = {"platform": "Vai Já Tecnologia Ltda.", "legal_person": "Transportes Sol Ltda."}
    name = names.get(kind) or driver["name"] or rng.choice(_NAMES)
    tax_id = cnpj(rng) if kind in names else driver["cpf"] or cpf(rng)
    free = kind in _PRIVATE or modality == "none"
    confirmed = ["vehicle.plate", "vehicle.make_model", "vehicle.colour"]
    return {
        "vehicle": _vehicle(modality, rng),
        "driver": driver,
        "owner": _owner(rng),
        "permit": {"number": WITHOUT_PERMIT if free else f"2026/{rng.randint(1, 999):04d}"},
        "offender": {"kind": kind, "name": name, "tax_id": tax_id},
        "confirmed": [*confirmed, "driver.name"] if known else confirmed,
    }


_SERVING = {"authorised_driver", "auxiliary", "platform"}


def _vehicle(modality: str, rng: Random) -> dict[str, Any]:
    known = rng.random() < 0.5
    return {
        "plate": "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(3))
        + f"{rng.randint(0, 9)}{rng.choice('0123456789ABCDEFGHIJ')}{rng.randint(0, 99):02d}",
        "make_model": rng.choice(_CARS),
        "colour": rng.choice(["BRANCA", "PRATA"]),
        "chassis": "9BWZZZ377VT004251" if known else "",
        "renavam": "00639884962" if known else "",
        "modality": modality,
        "seal_index": None if modality == "none" else rng.randint(1, 999),
        "missing": "" if known else "Documento do veículo não apresentado.",
    }


def _owner(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {**_NOBODY, "tax_id": "", "pending": True}
    if rng.random() < 0.5:
        name = {**_NOBODY, "name": "Locadora Minas S.A.", "address": "Avenida Brasil, 900"}
        return {**name, "tax_id": cnpj(rng), "pending": False}
    return {**_person(rng), "tax_id": cpf(rng), "pending": False}


def _infraction(row: Mapping[str, Any], kind: str, rng: Random) -> dict[str, Any]:
    fine = row["fine"]
    ufm, reasons = fine["ufm"], ""
    if fine["rule"] == "proposed":
        ufm, reasons = rng.choice(["0.5", "3", "7.25", fine["max_ufm"]]), "Havia passageiros."
    if kind != "notice":
        fine, ufm, reasons = {"rule": "none"}, "", ""
    choices = [choice["ref"] for choice in row["choices"]]
    warning = {"involuntary": True, "minor": True, "primary": True, "reasons": "Primeira falta."}
    return {
        "infraction": {
            **{key: row[key] for key in ("code", "text", "title", "class")},
            "basis": list(row["citations"]),
            "choice": rng.choice(choices) if choices else "",
        },
        "fine": {"rule": fine["rule"], "ufm": ufm, "reasons": reasons},
        "warning": warning if kind in ("warning", "verbal") else None,
    }


def _closing(
    known: Mapping[str, Any],
    row: Mapping[str, Any],
    kind: str,
    record: Mapping[str, Any],
    rng: Random,
    now: datetime,
) -> dict[str, Any]:
    witness = {"name": "Marta Testemunha", "document": "MG-9", "address": "Rua B, 2"}
    orders = {"what": "Recolocar o adesivo da plataforma.", "days": 15}
    day = civil_today(now, known["zone"])
    ending = None if kind == "verbal" else _ending(record, rng, now)
    gone = ending is None or ending["kind"] in ("absent", "evaded")
    letters = next(each["letters"] for each in known["kinds"] if each["kind"] == kind)
    made = {
        "measures": [_measure(rng.choice(row["measures"]), now)] if row["measures"] else [],
        "regularise": orders if kind == "regularisation" else None,
        "witnesses": [witness] * row["witnesses"],
        "ending": ending,
        "copy": {"delivered": False, "how": "none", "why": "O condutor já não estava no local."}
        if gone
        else {"delivered": True, "how": rng.choice(["printed", "shared"]), "why": ""},
        "number": _number(known, letters, day, rng) if letters else None,
    }
    notice = kind == "notice"
    return {**made, "deadline": _deadline(known, {**record, **made}) if notice else None}


def _ending(record: Mapping[str, Any], rng: Random, now: datetime) -> dict[str, Any]:
    kind = rng.choice(["signed", "refused", "absent", "evaded"])
    ending = {"kind": kind, "at": instant_text(now), "note": "", "signer": "", "signer_name": ""}
    if kind != "signed":
        return {**ending, "note": "Foi o que o agente presenciou.", "signature": None}
    name = record["driver"]["name"]
    ending |= {"signer": "driver" if name else "other", "signer_name": name or "Rita Souza"}
    strokes = [[x for n in range(20) for x in (20 + 9 * n, rng.randint(40, 90))], [30, 50, 60, 80]]
    return {**ending, "signature": {"w": 600, "h": 200, "strokes": strokes}}


def _measure(kind: str, now: datetime) -> dict[str, str]:
    said = {"reason": "Constatado na abordagem.", "items": "Um letreiro.", "place": "Pátio central"}
    return {"kind": kind, **said, "at": instant_text(now)}


def _deadline(known: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: known["deadline"][key] for key in ("days", "words", "citation")}
    return {**said, "due_on": due_on(looking(known, record))}


def _number(known: Mapping[str, Any], letters: str, day: date, rng: Random) -> dict[str, Any]:
    start = "TREINO-" if known["training"] else ""
    series = f"{start}{letters}-{day.year}"
    return {"series": series, "value": rng.randint(1, 999999), "block": _hex(rng)}
