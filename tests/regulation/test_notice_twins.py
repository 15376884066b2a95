"""The phone reads the rules as the server does: same notices, same refusals, same due date."""

import json
import os
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.kernel.errors import Invalid
from app.kernel.identifiers import parse_cnpj, parse_cpf
from app.regulation.notice_defects import defects
from app.regulation.notice_look import looking
from app.regulation.notice_signature import due_on
from tests.regulation.test_notice_defects import CITIES, JUNK
from tests.support.notice_cases import cases, catalogue_for, changed, cities_of, law_of, spoilt
from tests.support.notices import cnpj, complete_record, cpf

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]


def _rows(rng: Random) -> list[tuple[Json, Json]]:
    """Catalogue and record: the whole table, and forms with junk anywhere."""
    made = [spoilt(case, slug, rng) for case in cases() for slug in cities_of(case)]
    for slug in CITIES:
        known = catalogue_for(slug)
        for _ in range(300):
            kind = rng.choice([row["kind"] for row in known["kinds"]])
            record = complete_record(law_of(slug), kind, rng, catalogue=known)
            made.append((known, changed(record, {_path(record, rng): rng.choice(JUNK)})))
    return made


def _path(record: Json, rng: Random) -> str:
    key = rng.choice(sorted(record))
    inner = record[key]
    return f"{key}.{rng.choice(sorted(inner))}" if isinstance(inner, dict) and inner else key


def _numbers(rng: Random) -> list[str]:
    """CPF and CNPJ, right and off by one character."""
    right = [make(rng) for make in (cpf, cnpj) for _ in range(100)]
    wrong = [
        text[:at] + rng.choice("0123456789") + text[at + 1 :] for text in right for at in (3, 9)
    ]
    return [
        *right,
        *wrong,
        "0" * 11,
        "0" * 14,
        "529.982.247-25",
        " 12.ABC.345/01DE-35\n",
        "１" * 11,
    ]


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_phone_refuses_what_the_server_refuses(tmp_path: Path) -> None:
    rows, catalogues = _rows(Random(17)), {}
    told = []
    for known, record in rows:
        catalogues.setdefault(id(known), (str(len(catalogues)), known))
        wanted = [asdict(defect) for defect in defects(known, record)]
        due = due_on(looking(known, record))
        told.append(
            {"in": catalogues[id(known)][0], "record": record, "defects": wanted, "due": due}
        )
    numbers = {text: _parsed(text) for text in _numbers(Random(23))}
    case = {"catalogues": dict(catalogues.values()), "rows": told, "numbers": numbers}
    file = tmp_path / "notices.json"
    file.write_text(json.dumps(case), encoding="utf-8")
    done = subprocess.run(
        ["node", "--test", "tests/js/notice-defects.test.mjs"],
        cwd=ROOT,
        env={**os.environ, "CONFERE_NOTICE_CASES": str(file)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "# pass 3" in done.stdout and "# skipped 0" in done.stdout


def _parsed(text: str) -> list[str | None]:
    found: list[str | None] = []
    for parse in (parse_cpf, parse_cnpj):
        try:
            found.append(parse(text))
        except Invalid:
            found.append(None)
    return found
