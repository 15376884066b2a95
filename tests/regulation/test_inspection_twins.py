"""The phone reads a checklist as the server does: same items, words, refusals and results."""

import json
import os
import shutil
import subprocess
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.regulation.documents_age import oldest_issue
from app.regulation.inspection_age import last_day
from app.regulation.inspection_defects import defects
from app.regulation.inspection_items import (
    answers_of,
    day_of,
    items_for,
    judge,
    record_answers,
    well_answer,
)
from app.regulation.inspection_outcome import outcome
from app.regulation.notice_look import at
from tests.regulation.test_inspection_defects import JUNK
from tests.support.inspection_cases import (
    CITIES,
    cases,
    catalogue_for,
    fitting,
    some_failed,
    spoilt,
    visits,
)
from tests.support.inspections import complete_record

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]
READINGS = [  # catalogues that differ in items, rules or terms
    ("patrocinio-2020", ()),
    ("patrocinio-2020", (("CFG-PAT-01", "completed_years"), ("CFG-PAT-10", "always_required"))),
    ("planura-2025", ()),
    ("planura-2025", (("CFG-PLA-13", "act_in_force"), ("CFG-PLA-33", "by_norm"))),
    ("planura-2025", (("CFG-PLA-14", "strict_10_years"), ("CFG-PLA-30", "fee_each_inspection"))),
]
DAYS = ["2026-11-29", "2026-11-30", "2026-12-01", "2026-05-30", "2026-05-29", "2027-02-28", "x"]
YEARS = ["2014", "2015", "2016", "2020", "2021", "2026", "2027", "4", "5", "50000", "49999.99"]


def _rows(rng: Random) -> list[tuple[Json, Json, list[str], bool | None]]:
    """Catalogue, record, what failed before, fee due: the table, and forms with junk anywhere."""
    made = []
    for case in cases():
        for known, occasion, modality in fitting(case):
            record, before = spoilt(case, known, occasion, modality, rng)
            made.append((known, record, before, case.get("fee_due")))
    for _ in range(900):
        known = catalogue_for(*rng.choice(READINGS))
        made.append((known, *_random(known, rng), rng.choice([None, None, True, False])))
    return made


def _random(known: Json, rng: Random) -> tuple[Json, list[str]]:
    occasion, modality = rng.choice(visits(known))
    before = some_failed(known, modality, rng) if occasion == "return" else []
    items = items_for(known, occasion, modality, before)
    failed = [str(item["key"]) for item in items if rng.random() < 0.08]
    record = complete_record(
        known, occasion, modality, previous_failed=before, failed=failed, tag=str(rng.random())
    )
    for answer in record["items"]:
        _disturb(answer, rng)
    if rng.random() < 0.4:
        record[rng.choice(sorted(record))] = rng.choice(JUNK)
    if rng.random() < 0.3 and isinstance(record["items"], list):
        record["items"] = {row["key"]: row for row in record["items"]}
    return record, before


def _disturb(answer: Json, rng: Random) -> None:
    if rng.random() < 0.25:
        change = rng.choice(["answer", "number", "date", "choice", "from_record", "junk", "year"])
        answer |= {
            "answer": {"answer": rng.choice(["ok", "nc", "na", "", "sim"])},
            "number": {"number": rng.choice(YEARS)},
            "year": {"number": rng.choice(YEARS), "date": rng.choice(DAYS), "from_record": True},
            "date": {"date": rng.choice(DAYS)},
            "choice": {"choice": rng.choice(["Arrendado", "Solicitado", "Outro município", ""])},
            "from_record": {"from_record": True, "photos": []},
            "junk": {rng.choice(["note", "photos", "text", "date", "number"]): rng.choice(JUNK)},
        }[change]


def _told(known: Json, record: Json, before: list[str], due: bool | None) -> Json:
    modality = at(record, "vehicle.modality")
    items = items_for(known, record["occasion"], modality, before)
    day, answers = day_of(known, record), {str(row.get("key")): row for row in answers_of(record)}
    return {
        "record": record,
        "before": before,
        "due": due,
        "day": day,
        "items": items,
        "words": [judge(item, answers.get(str(item["key"])), day) for item in items],
        "well": [well_answer(item) for item in items],
        "told": record_answers(known, record, items),
        "defects": [asdict(each) for each in defects(known, record, before, fee_due=due)],
        "outcome": asdict(outcome(known, record, before)),
    }


def _ages(rng: Random) -> list[Json]:
    """Year rules of every reading on years and granted days, leap years among them."""
    rules = [row["rule"] for reading in READINGS for row in _rules(catalogue_for(*reading))]
    rules.append({**rules[0], "until": "2021-07-19"})
    found = []
    for rule in rules:
        for year in range(2010, 2022):
            granted = rng.choice(
                [None, date(year + 11, 12, 31), date(year + 12, 3, 1), date(2021, 7, 1)]
            )
            last = last_day(rule, year, granted).isoformat()
            found.append({"rule": rule, "year": year, "granted": str(granted or ""), "last": last})
    return found


def _rules(known: Json) -> list[Json]:
    return next(item["year_rules"] for item in known["items"] if item["year_rules"])


def _months(rng: Random) -> list[Json]:
    days = [date(2023, 1, 1) + timedelta(days=n) for n in range(0, 1500)]
    ends = [day for day in days if (day + timedelta(days=1)).day == 1]
    return [
        {"day": str(day), "months": 6, "oldest": str(oldest_issue(day, 6))}
        for day in [*ends, *rng.sample(days, 60)]
    ]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_phone_judges_as_the_server_judges(tmp_path: Path) -> None:
    catalogues: dict[int, tuple[str, Json]] = {}
    told = []
    for known, *row in _rows(Random(17)):
        name = catalogues.setdefault(id(known), (str(len(catalogues)), known))[0]
        told.append({"in": name, **_told(known, *row)})
    assert {row["outcome"]["result"] for row in told} == {"", "approved", "failed", "pending"}
    assert len({known["slug"] for _, known in catalogues.values()}) == len(CITIES)
    file = tmp_path / "inspections.json"
    file.write_text(
        json.dumps(
            {
                "catalogues": dict(catalogues.values()),
                "rows": told,
                "ages": _ages(Random(19)),
                "months": _months(Random(29)),
            }
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        ["node", "--test", "tests/js/inspection-law.test.mjs"],
        cwd=ROOT,
        env={**os.environ, "CONFERE_INSPECTION_CASES": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "# pass 4" in done.stdout and "# skipped 0" in done.stdout
