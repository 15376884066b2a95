"""Cases that Python and JavaScript must judge alike, each with the verdict written by hand.

`python -m tests.permits.vectors` rewrites the frozen JSON in tests/permits/data.
"""

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

from app.kernel.errors import Invalid
from app.kernel.plate import Plate, suggestions
from app.permits.keyset import sign_keyset
from app.permits.token import SIGNED_CONTEXT, SealCategory, SealPayload, SealType, pack
from tests.permits.seals import (
    CITY,
    HOST,
    HOSTS,
    ISSUER,
    KEYSET,
    LIVE,
    NEIGHBOUR,
    NOW,
    PRINTED,
    ROOT,
    TODAY,
    private,
    url,
)

DATA = Path(__file__).parent / "data"
GOOD = url(PRINTED)
PREFIX = f"https://{HOST}/v/"
DIGITS = GOOD.removeprefix(PREFIX)
WINDOW_START = LIVE.window_start or NOW

Case = dict[str, object]


def case(name: str, text: str, verdict: str, **setting: object) -> Case:
    """One scan: the text, what must be said, and where the setting differs from the usual."""
    return {"name": name, "url": text, "verdict": verdict, **setting}


def at(moment: datetime) -> dict[str, object]:
    """Another time of the scan."""
    return {"now": moment.isoformat(timespec="milliseconds")}


def signed_bytes(packed: bytes) -> str:
    """Bytes that no issuer would pack, under a true signature and in fixed width."""
    token = packed + ISSUER.sign(SIGNED_CONTEXT + packed)
    return PREFIX + str(int.from_bytes(token, "big")).zfill(198 if len(packed) == 18 else 191)


def patched(position: int, value: bytes, payload: SealPayload = PRINTED) -> str:
    """The payload with some bytes replaced, truly signed."""
    packed = pack(payload)
    return signed_bytes(packed[:position] + value + packed[position + len(value) :])


def accepted() -> list[Case]:
    """Codes that are genuine and in date."""
    old = replace(PRINTED, plate=Plate("ZZZ9999"), index=2**32 - 1, category=SealCategory.APP)
    return [
        case("printed seal of the specification", GOOD, "ok"),
        case("live window of the specification", url(LIVE), "ok"),
        case("phone, test flag", url(replace(PRINTED, type=SealType.PHONE, test=True)), "ok"),
        case("old plate, last index", url(old), "ok"),
        case("smallest fields", url(replace(PRINTED, plate=Plate("AAA0000"), index=0)), "ok"),
        case("last letters", url(replace(PRINTED, plate=Plate("ZZZ9Z99"))), "ok"),
        case("last day, inclusive", GOOD, "ok", today="2027-01-01"),
        case("far expiry", url(replace(PRINTED, expiry=date(2199, 6, 6))), "ok"),
        case("any city of the keyset", GOOD, "ok", municipality=None),
        case(
            "neighbour in its own city",
            url(replace(PRINTED, municipality=NEIGHBOUR), "neighbour"),
            "ok",
            municipality=NEIGHBOUR,
        ),
        case("key in its first instant", GOOD, "ok", **at(KEYSET.keys[0].not_before)),
        case("one window early", url(LIVE), "ok", **at(WINDOW_START - timedelta(minutes=2))),
        case("end of grace", url(LIVE), "ok", **at(WINDOW_START + timedelta(minutes=3.999))),
    ]


def wrong_texts() -> list[Case]:
    """What a scanner may bring that is not exactly our address."""
    wide = GOOD[:-1] + chr(ord(GOOD[-1]) - ord("0") + 0xFF10)
    return [
        case("empty", "", "not_a_seal"),
        case("four kilobytes", GOOD + "1" * 4000, "not_a_seal"),
        case("script", "javascript:alert(1)", "not_a_seal"),
        case("wi-fi", "WIFI:S:rede;T:WPA;P:x;;", "not_a_seal"),
        case("upper case", GOOD.upper(), "not_a_seal"),
        case("upper-case host", GOOD.replace(HOST, HOST.upper()), "foreign_host"),
        case("plain http", GOOD.replace("https", "http"), "foreign_host"),
        case("other path", GOOD.replace("/v/", "/x/"), "not_a_seal"),
        case("query", GOOD + "?a=1", "not_a_seal"),
        case("fragment", GOOD + "#a", "not_a_seal"),
        case("space before", " " + GOOD, "not_a_seal"),
        case("userinfo", GOOD.replace(HOST, HOST + "@evil.example"), "foreign_host"),
        case("true token on a fake site", GOOD.replace(HOST, "confere.example"), "foreign_host"),
        case("right-to-left override in host", GOOD.replace(HOST, HOST + "\u202e"), "foreign_host"),
        case("port", GOOD.replace(HOST, HOST + ":443"), "foreign_host"),
        case("newline", GOOD + "\n", "bad_length"),
        case("equals", GOOD + "=", "bad_length"),
        case("space", GOOD + " ", "bad_length"),
        case("percent", GOOD + "%3D", "bad_length"),
        case("slash", GOOD + "/", "not_a_seal"),
        case("cut by a reader", GOOD[:-1], "bad_length"),
        case("leading zero lost", PREFIX + DIGITS[1:], "bad_length"),
        case("leading zero gained", PREFIX + "0" + DIGITS, "bad_length"),
        case("full-width digit", wide, "bad_digits"),
        case("plus sign", PREFIX + "+" + DIGITS[1:], "bad_digits"),
        case("underscore", PREFIX + DIGITS[:5] + "_" + DIGITS[6:], "bad_digits"),
        case("newline for a digit", GOOD[:-1] + "\n", "bad_digits"),
        case("too large for 79 bytes", PREFIX + "9" * 191, "bad_digits"),
        case("last digit changed", GOOD[:-1] + str((int(GOOD[-1]) + 1) % 10), "bad_signature"),
        case("all zeros", PREFIX + "0" * 191, "bad_version"),
    ]


def wrong_fields() -> list[Case]:
    """Fields no issuer writes, under a true signature."""
    return [
        case("version 2", patched(0, b"\x21"), "bad_version"),
        case("type 0", patched(0, b"\x10"), "bad_type"),
        case("type 4 reserved", patched(0, b"\x14"), "bad_type"),
        case("type of lists", patched(0, b"\x1f"), "bad_type"),
        case("live without window", patched(0, b"\x13"), "bad_length"),
        case("printed with window", patched(0, b"\x11", LIVE), "bad_length"),
        case("category 0", patched(4, b"\x60"), "bad_fields"),
        case("category 15", patched(4, b"\x6f"), "bad_fields"),
        case("municipality 0", patched(2, b"\0\0\1"), "bad_fields"),
        case("municipality of seven digits", patched(2, b"\xff\xff\xf1"), "bad_fields"),
        case("plate beyond ZZZ9Z99", patched(9, b"\xff\xff\xff\xfc"), "bad_fields"),
        case("first plate beyond", patched(9, (632_736_000 << 2).to_bytes(4, "big")), "bad_fields"),
        case("reserved flag", patched(12, b"\xee"), "bad_fields"),
    ]


def wrong_keys_and_dates() -> list[Case]:
    """Well-formed tokens that nobody may trust."""
    other_city = replace(PRINTED, municipality=NEIGHBOUR)
    return [
        case("another city", url(other_city, "neighbour"), "foreign_city"),
        case("neighbour's key here", url(PRINTED, "neighbour"), "bad_signature"),
        case(
            "our key for the neighbour",
            url(other_city),
            "bad_signature",
            municipality=NEIGHBOUR,
        ),
        case("unknown key number", url(replace(PRINTED, kid=8)), "unknown_key"),
        case("stranger's signature", url(PRINTED, "stranger"), "bad_signature"),
        case("live by the paper key", url(replace(LIVE, kid=4), "paper only"), "key_wrong_type"),
        case("seal by the list key", url(replace(PRINTED, kid=9), "lists"), "key_wrong_type"),
        case("revoked key", url(replace(PRINTED, kid=5), "revoked"), "key_revoked"),
        case("expired key", url(replace(PRINTED, kid=6), "expired"), "key_expired"),
        case("key of tomorrow", url(replace(PRINTED, kid=7), "early"), "key_not_yet"),
        case("expired the day after", GOOD, "expired", today="2027-01-02"),
        case("window past", url(LIVE), "window_past", **at(WINDOW_START + timedelta(minutes=4))),
        case(
            "window of the future",
            url(LIVE),
            "window_future",
            **at(WINDOW_START - timedelta(minutes=2, milliseconds=1)),
        ),
        case("forged and expired", url(PRINTED, "stranger"), "bad_signature", today="2027-01-02"),
    ]


def all_cases() -> list[Case]:
    """Accepted first, then by what is wrong."""
    return accepted() + wrong_texts() + wrong_fields() + wrong_keys_and_dates()


def seal_document() -> dict[str, object]:
    """Everything a twin needs: setting, signed keyset, cases."""
    return {
        "host": HOST,
        "hosts": list(HOSTS),
        "municipality": CITY,
        "now": NOW.isoformat(timespec="milliseconds"),
        "today": TODAY.isoformat(),
        "root_public": ROOT.public_key().public_bytes_raw().hex(),
        "keyset": sign_keyset(KEYSET, ROOT).decode(),
        "keyset_by_stranger": sign_keyset(KEYSET, private("stranger")).decode(),
        "fields": {
            "type": 3,
            "kid": 3,
            "municipality": CITY,
            "category": "taxi",
            "index": 123456,
            "plate": "ABC1D23",
            "test": False,
            "expiry": "2027-01-01",
            "windowStart": int(WINDOW_START.timestamp() * 1000),
        },
        "cases": all_cases(),
    }


TYPED = (
    "FUM0B05",
    "fum-0b05",
    "FUM 0105",
    "ABC-1234",
    "ABC1D23",
    "abc 1d23",
    "  ABC1D23\n",
    "ABC1O23",
    "ABC1023",
    "FUMOB05",
    "0RB-1I34",
    "OIO1I11",
    "AB1C234",
    "ABC12D3",
    "ABCD123",
    "ABC123",
    "ABC1D234",
    "",
    "   ",
    "---",
    "АВС1D23",
    "ABC1D23\u202e",
    "ABC\u200b1D23",
    "ABC1D2\uff13",
    "ıBC1D23",
    "ßBC1D23",
    "ABC.1D23",
    "ABC1D23\x00",
    "🚕BC1D23",
    "ABC1K23",
    "ABC1J00",
    "ABC1234567890123456789012345678901234567890",
)


def plate_document() -> list[dict[str, object]]:
    """What each typed text becomes, its twin, its display and what could be meant instead."""
    return [plate_case(typed) for typed in TYPED]


def plate_case(typed: str) -> dict[str, object]:
    """The Python answer; the hand-written expectations stand in tests/kernel/test_plate.py."""
    meant = [plate.text for plate in suggestions(typed)]
    try:
        plate = Plate.parse(typed)
    except Invalid:
        return {"typed": typed, "plate": None, "suggestions": meant}
    twin = plate.twin()
    return {
        "typed": typed,
        "plate": plate.text,
        "display": plate.display(),
        "twin": twin.text if twin else None,
        "suggestions": meant,
    }


def documents() -> dict[str, object]:
    """File name → content."""
    return {"seal.json": seal_document(), "plates.json": plate_document()}


if __name__ == "__main__":
    for name, content in documents().items():
        text = json.dumps(content, ensure_ascii=True, indent=1) + "\n"
        (DATA / name).write_text(text, "utf-8")
