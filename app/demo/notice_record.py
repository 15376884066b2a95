"""The record that the agent's phone froze for one paper of the table (contract "notice" 1)."""

import hashlib
import math
from datetime import timedelta
from typing import Final

from app.demo import invented
from app.demo.notice_known import GONE, Json, Known, known_to
from app.demo.notice_people import driver_of, people_of
from app.demo.phone import Phone
from app.demo.pictures import photo
from app.demo.table_notices import DemoNotice
from app.kernel.canonical import instant_text
from app.regulation.notice_look import looking
from app.regulation.notice_signature import due_on

_PER_DEGREE: Final = 10**7
_PLACES: Final = {  # latitude, longitude of the town's centre
    "planura": (-20.1386, -48.7003),
    "patrocinio": (-18.9439, -46.9925),
}
_SHEET: Final = (1200, 600)  # of a signature, as on the phone


def record_of(phone: Phone, paper: DemoNotice) -> Json:
    """The complete record; it reads the registry as the phone does, which is an access event."""
    known, met_at = known_to(phone, paper), phone.last_contact()
    text = phone.stage.law.instrument
    record = {
        "kind": paper.kind,
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        "key_id": phone.key_id,
        "chain": phone.chain(paper),
        "number": phone.number(paper),
        "training": phone.stage.law.training,
        "ruleset": {"slug": text.slug, "version": text.version, "hash": phone.stage.law.hash},
        "stop_id": "",
        "group": phone.stage.id("approach", paper.key),
        "beacon": phone.beacon(met_at) if met_at else "",
        "last_server_time": instant_text(met_at) if met_at else None,
        "agent": phone.agent,
        "body": dict(known.catalogue["body"]),
        "late_reason": "",
        **_when_and_where(known),
        **people_of(known),
        **_infraction(known),
        **_consequences(known),
        **_end(known),
    }
    return {**record, "deadline": _deadline(known, record)}


def photos_of(paper: DemoNotice, plate: str) -> list[bytes]:
    """The pictures taken for the paper, always the same ones."""
    return [photo(caption, plate) for caption in paper.photos]


def _when_and_where(known: Known) -> Json:
    stage, number = known.stage, known.count
    lat, lon = (round(degrees * _PER_DEGREE) for degrees in _PLACES[stage.town.slug])
    position = {
        "lat": lat + number * 4321 % 90_000,
        "lon": lon - number * 8765 % 90_000,
        "accuracy_m": 6 + number % 20,
        "at": instant_text(known.happened_at),
    }
    ahead = timedelta(minutes=known.paper.clock_ahead)
    return {
        "happened_at": instant_text(known.happened_at),
        "written_at": instant_text(known.written_at),
        "device_time": instant_text(stage.now(known.paper.at, known.paper.minutes) + ahead),
        "offset_ms": 0,
        "scope": "street",
        "place": {"text": f"{invented.address(number)}, Centro", "position": position},
        "facts": known.paper.facts,
    }


def _infraction(known: Known) -> Json:
    paper, row = known.paper, known.type
    fine = row["fine"] if paper.kind == "notice" else {"rule": "none", "ufm": ""}
    reasons = {"involuntary": True, "minor": True, "primary": True, "reasons": paper.warning}
    return {
        "infraction": {
            **{key: row[key] for key in ("code", "text", "title", "class")},
            "basis": list(row["citations"]),
            "choice": paper.choice,
        },
        "fine": {
            "rule": fine["rule"],
            "ufm": paper.fine_ufm or fine["ufm"],
            "reasons": paper.fine_reasons,
        },
        "warning": reasons if paper.warning else None,
    }


def _consequences(known: Known) -> Json:
    paper, at = known.paper, instant_text(known.happened_at)
    orders = paper.regularise
    taken = zip(paper.photos, photos_of(paper, known.plate), strict=True)
    return {
        "measures": [{"items": "", "place": "", **measure, "at": at} for measure in paper.measures],
        "regularise": {"what": orders[0], "days": orders[1]} if orders else None,
        "witnesses": [{"name": paper.witness, "document": "", "address": ""}]
        if paper.witness
        else [],
        "photos": [
            {
                "sha256": hashlib.sha256(content).hexdigest(),
                "size": len(content),
                "taken_at": at,
                "caption": caption,
            }
            for caption, content in taken
        ],
    }


def _end(known: Known) -> Json:
    paper = known.paper
    if paper.kind == "verbal":
        return {"ending": None, "copy": {"delivered": False, "how": "none", "why": ""}}
    ending: Json = {
        "kind": paper.ending,
        "at": instant_text(known.written_at),
        "signer": "",
        "signer_name": "",
        "note": paper.note,
        "signature": None,
    }
    if paper.ending == "signed":
        drawn = _signature(known.count)
        name = driver_of(known)["name"]
        ending |= {"signer": "driver", "signer_name": name, "signature": drawn}
    if known.driver_seen:
        return {"ending": ending, "copy": {"delivered": True, "how": "printed", "why": ""}}
    why = GONE[paper.ending]
    return {"ending": ending, "copy": {"delivered": False, "how": "none", "why": why}}


def _signature(n: int) -> Json:
    """Loops of a pen that leans to the right, and a stroke under them."""
    width, height = _SHEET
    loops: list[int] = []
    for step in range(150):
        turn = step / 150 * math.tau * (5 + n % 3)
        swell = 60 + 50 * math.sin(step / 150 * math.pi * (2 + n % 2))
        loops.append(round(width * (0.15 + 0.0045 * step) + swell * 0.8 * math.cos(turn)))
        loops.append(round(height * 0.48 + swell * 1.6 * math.sin(turn) - step * 0.4))
    line = [round(width * 0.2), round(height * 0.74), round(width * 0.86), round(height * 0.66)]
    return {"w": width, "h": height, "strokes": [loops, line]}


def _deadline(known: Known, record: Json) -> Json | None:
    if known.paper.kind != "notice":
        return None
    said: Json = {name: known.catalogue["deadline"][name] for name in ("days", "words", "citation")}
    # Whether the ending notifies is asked of the record as far as it stands.
    return {**said, "due_on": due_on(looking(known.catalogue, {**record, "deadline": said}))}
