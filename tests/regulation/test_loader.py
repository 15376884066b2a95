"""A sound folder becomes one frozen value with typed rows."""

import hashlib
from dataclasses import FrozenInstanceError, fields
from datetime import date
from decimal import Decimal

import pytest

from app.regulation.loader import load_all, load_ruleset
from app.regulation.ruleset import (
    DayKind,
    InfractionClass,
    LegalStatus,
    LimitOp,
    Modality,
    RecidivismRule,
)
from tests.support.rulesets import EXAMPLE, edited, example


def test_instrument_is_typed():
    text = example().instrument
    assert text.status is LegalStatus.IN_FORCE
    assert (text.dated, text.published_on) == (date(2024, 1, 2), date(2024, 1, 3))
    assert text.modalities == (Modality.TAXI, Modality.APP)


def test_every_table_is_filled():
    ruleset = example()
    tables = [field.name for field in fields(ruleset) if field.name != "choices"]
    assert [name for name in tables if not getattr(ruleset, name)] == []


def test_a_decimal_keeps_its_digits():
    assert example().infraction("EXE-3").fine_ufm == Decimal("1.5")


def test_an_empty_string_is_no_number_and_no_class():
    infraction = example().infraction("EXE-3-X")
    assert (infraction.fine_ufm, infraction.class_) == (None, None)


def test_words_become_enums():
    infraction = example().infraction("EXE-3")
    assert infraction.class_ is InfractionClass.MEDIA
    assert example().recidivism_of(infraction).rule is RecidivismRule.DOUBLE_FINE


def test_steps_of_recidivism_are_decimals():
    steps = example().recidivism_of(example().infraction("EXE-3")).steps_ufm
    assert steps == (Decimal("3"), Decimal("4.5"))


def test_a_limit_is_a_row_of_its_own():
    limit = example().item("V02").limit
    assert (limit.op, limit.value) == (LimitOp.GE, Decimal(4))


def test_fare_hours_are_minutes():
    rule = example().fares.rule[0]
    assert (rule.days, rule.start.minutes, rule.end.minutes) == ((DayKind.SUNDAY,), 0, 1440)


def test_check_params_cannot_be_changed():
    params = example().check("vehicle_age").params
    assert params["max_years"] == 10
    with pytest.raises(TypeError):
        params["max_years"] = 11


def test_ruleset_is_frozen():
    with pytest.raises(FrozenInstanceError):
        example().hash = "other"


def test_hash_is_that_of_the_files_in_name_order():
    content = b"".join(path.read_bytes() for path in sorted(EXAMPLE.iterdir()))
    assert example().hash == hashlib.sha256(content).hexdigest()


def test_hash_changes_with_one_letter(tmp_path):
    folder = edited(tmp_path, "provisions.toml", "Vistoria todo ano.", "Vistoria cada ano.")
    assert load_ruleset(folder).hash != example().hash


def test_fares_may_be_absent(tmp_path):
    folder = edited(tmp_path, "fares.toml", "B1", "B1")
    (folder / "fares.toml").unlink()
    assert load_ruleset(folder).fares is None


def test_load_all_names_each_folder(tmp_path):
    edited(tmp_path, "fares.toml", "B1", "B1")
    (tmp_path / "planned.toml").write_text("")
    assert [*load_all(tmp_path)] == ["exemplo"]
