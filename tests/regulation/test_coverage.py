"""Every provision of both laws is there, and everything it names is data, built or planned."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import app
from app.regulation import effects
from app.regulation.coverage import EffectState, coverage, load_planned
from app.regulation.loader import RULESETS, RulesetError, load_ruleset
from tests.support.rulesets import example

DATA = Path(__file__).parent / "data"
FORMAT = Path(__file__).parents[2] / "docs" / "ruleset-format.md"
REAL = [("patrocinio-2020", "refs_pat.txt", 156), ("planura-2025", "refs_pla.txt", 249)]


@pytest.fixture(scope="module")
def built() -> frozenset[str]:
    """What the whole application registers once all its modules are imported."""
    for module in walk_packages(app.__path__, "app."):
        import_module(module.name)
    return effects.registered()


@pytest.mark.parametrize(("slug", "refs", "count"), REAL)
def test_the_provisions_are_those_of_the_requirements(slug, refs, count):
    expected = (DATA / refs).read_text(encoding="utf-8").split("\n")[:-1]
    found = [row.ref for row in load_ruleset(RULESETS / slug).provisions]
    assert len(expected) == count
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(("slug", "refs", "count"), REAL)
def test_every_effect_is_built_or_planned(slug, refs, count, built):
    assert coverage(load_ruleset(RULESETS / slug), built, load_planned()).missing == ()


def test_no_effect_is_both_built_and_planned(built):
    assert sorted(built & load_planned().keys()) == []


def test_every_name_of_the_format_is_built_or_planned(built):
    assert sorted(effects.all_names() - built - load_planned().keys()) == []


def _tables(ruleset):
    return ruleset.items, ruleset.documents, ruleset.deadlines, ruleset.fees


@pytest.mark.parametrize("slug", [row[0] for row in REAL])
def test_every_row_of_the_law_is_claimed_by_a_provision(slug):
    ruleset = load_ruleset(RULESETS / slug)
    named = {effect.name for row in ruleset.provisions for effect in row.does}
    codes = [row.code for row in ruleset.infractions if row.enabled]  # the others do nothing
    ids = [row.id for table in _tables(ruleset) for row in table]
    assert sorted(set(codes + ids) - named) == []


def test_the_registry_has_the_names_of_the_format_document():
    text = FORMAT.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:screen|rule|guard|report):[a-z_.]+)`", text))
    checks = re.search(r"Check names: `([a-z_ ]+)`", text)[1].split()
    assert named | {f"check:{name}" for name in checks} == effects.all_names()
    assert tuple(checks) == effects.CHECK_NAMES


def test_states_of_the_example():
    found = coverage(example(), {"check:vehicle_age"}, {"check:inspection_valid": "Prazo."})
    row = next(row for row in found.rows if row.provision.ref == "art. 2 II")
    states = [(each.state, each.what) for each in row.effects]
    assert states[0] == (EffectState.PLANNED, "Prazo.")
    assert [state for state, _ in states[1:]] == [EffectState.DATA, EffectState.DATA]


def test_counts_of_the_example():
    found = coverage(example(), {"check:vehicle_age"}, {"check:inspection_valid": "Prazo."})
    assert found.counts == {"data": 7, "built": 1, "planned": 1, "missing": 8}
    assert (found.without_effect, found.complete) == (1, 4)


def test_what_is_neither_built_nor_planned_is_missing():
    names = {"rule:fine_amount", "rule:recidivism", "rule:fare_flag", "rule:in_force"}
    found = coverage(example(), effects.all_names() - names, {"rule:in_force": "x"})
    assert found.missing == ("rule:fare_flag", "rule:fine_amount", "rule:recidivism")


def test_a_name_built_and_planned_is_a_conflict():
    found = coverage(example(), effects.all_names(), {"rule:in_force": "x"})
    assert found.conflicts == ("rule:in_force",)


def test_only_names_of_the_format_can_be_registered():
    with pytest.raises(ValueError, match="check:car_age"):
        effects.register("check", "car_age")


def test_the_decorator_registers_and_returns_the_function():
    def judge() -> str:
        return "ok"

    assert effects.effect("guard", "may_issue")(judge) is judge
    assert "guard:may_issue" in effects.registered()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('name = "screen:nowhere"\nwhat = "x"', "este efeito não existe"),
        ('name = "screen:norma"\nwhat = ""', "diga o que será feito"),
        ('name = "screen:norma"', "what: falta esta chave"),
        ('name = "screen:norma"\nwhy = "x"', "why: chave desconhecida"),
        ("name =", "sintaxe TOML na linha 2"),
        (
            'name = "screen:norma"\nwhat = "x"\n[[planned]]\nname = "screen:norma"\nwhat = "x"',
            "repetido",
        ),
    ],
)
def test_mistakes_in_the_plan_are_named(tmp_path, row, reason):
    path = tmp_path / "planned.toml"
    path.write_text(f"[[planned]]\n{row}\n")
    with pytest.raises(RulesetError, match=reason):
        load_planned(path)
