"""A mistake in inspection.toml, or in what checklists.toml says for inspections, is named."""

import shutil

import pytest

from app.regulation.inspection_form import shared_inspection_form
from app.regulation.loader import RULESETS, RulesetError, load_ruleset

ITEMS = [  # city, old, new, key, part of the reason
    ("planura-2025", 'fails = ["Outro município"]', 'fails = ["Outra"]', "fails", "uma das opções"),
    ("planura-2025", 'well = "Planura/MG"', 'well = "Outro município"', "well", "não pode reprovar"),
    ("planura-2025", 'well = "Planura/MG"', 'well = "Frutal"', "well", "uma das opções"),
    ("patrocinio-2020", 'pends = ["Solicitado"]', 'pends = ["Pedido"]', "pends", "uma das opções"),
    ("patrocinio-2020", '"T-PAT-12"', '"T-PAT-99"', "date_rule", "não é em meses"),
    ("patrocinio-2020", '"T-PAT-12"', '"T-PAT-15"', "date_rule", "não é em meses"),
    ("patrocinio-2020", ', deadline = "T-PAT-12"', "", "date_rule", "pede deadline"),
    ("patrocinio-2020", 'computed = "doors"', 'date_rule = { kind = "not_past" }', "date_rule", "não pede data"),
    ("patrocinio-2020", 'computed = "doors"', 'computed = "portas"', "computed", "use um de"),
    ("patrocinio-2020", 'computed = "fee"', 'computed = "age"', "computed", "número ou automático"),
    ("planura-2025", 'safety_each = ["Segurança"]', 'safety_each = ["Freios"]', "safety_each", "em each"),
    ("planura-2025", 'option = "record_only", b', 'option = "record", b', "reading", "não tem a opção"),
    ("planura-2025", 'shots = ["left"]', 'shots = ["roof"]', "shots", "use um de: front"),
]  # fmt: skip

LAW = [
    ("planura-2025", 'topic = "fee"', 'topic = "taxa"', "basis", "falta o assunto “fee”"),
    ("planura-2025", '["art. 23 XII", "art. 11 p.u."]', '["art. 99"]', "occasion exit", "“art. 99”"),
    ("planura-2025", '"T-PLA-32"', '"T-PLA-99"', "cure: deadline", "“T-PLA-99” não existe"),
    ("planura-2025", '"T-PLA-09"', '"T-PLA-99"', "validity: reading", "“T-PLA-99” não existe"),
    ("planura-2025", 'option = "ten_days"\nstop', 'option = "days"\nstop', "cure: reading", "“days”"),
    ("planura-2025", 'option = "ten_days"\nstop', 'option = "by_norm"\nstop', "cure: reading", "falta"),
    ("planura-2025", 'fee = "inspection"', 'fee = "laudo"', "occasion first: fee", "a taxa “laudo”"),
    ("planura-2025", '"fee_each_inspection"', '"each"', "occasion return: fee_option", "“each”"),
    ("planura-2025", '"PLA-45-VII"', '"PLA-99"', "missed notice: infraction", "“PLA-99” não existe"),
    ("planura-2025", '    "Tarifa",\n', "", "groups", "falta o grupo “Tarifa”"),
    ("planura-2025", 'reasons = ["Anual"]', 'reasons = ["Todo ano"]', "occasion yearly: reasons", "“Todo"),
    ("planura-2025", 'id = "extension"', 'id = "change"', "occasion change", "repetido"),
    ("planura-2025", 'like = "exit"', 'like = "first"', "occasion exit: like", "nenhum item"),
    ("planura-2025", "previous = true\nfailed_only", "failed_only", "failed_only", "previous = true"),
    ("planura-2025", 'stop = "safety"', 'stop = "sometimes"', "stop", "never, safety, always"),
    ("patrocinio-2020", 'occasion = "notice"', 'occasion = "exit"', "missed exit", "não existe"),
    ("patrocinio-2020", 'option = "yearly_own_term"', 'option = "own"', "validity", "“own”"),
    ("patrocinio-2020", "like =", "as =", "occasion[1] first: as", "chave desconhecida"),
]  # fmt: skip


def refused(tmp_path, slug, file, old, new):
    folder = tmp_path / slug
    shutil.copytree(RULESETS / slug, folder)
    content = (folder / file).read_text(encoding="utf-8")
    assert old in content
    (folder / file).write_text(content.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(folder)
    return caught.value


@pytest.mark.parametrize(("slug", "old", "new", "key", "reason"), ITEMS)
def test_a_mistake_in_an_item_is_named(tmp_path, slug, old, new, key, reason):
    error = refused(tmp_path, slug, "checklists.toml", old, new)
    assert any(key in each.key and reason in each.reason for each in error.problems), str(error)


@pytest.mark.parametrize(("slug", "old", "new", "key", "reason"), LAW)
def test_a_mistake_in_the_law_of_inspections_is_named(tmp_path, slug, old, new, key, reason):
    error = refused(tmp_path, slug, "inspection.toml", old, new)
    assert any(key in each.key and reason in each.reason for each in error.problems), str(error)


@pytest.mark.parametrize("slug", ["patrocinio-2020", "planura-2025"])
def test_a_city_may_have_no_inspections(tmp_path, slug):
    folder = tmp_path / slug
    shutil.copytree(RULESETS / slug, folder)
    (folder / "inspection.toml").unlink()
    assert load_ruleset(folder).inspections is None


def test_every_shared_rule_has_a_known_topic():
    form = shared_inspection_form()
    assert {rule.topic for rule in form.rule} == set(form.topics)


def test_an_item_of_no_inspection_is_named(tmp_path):
    old = 'occasions = ["first", "yearly", "change"]\nsplit'
    error = refused(tmp_path, "patrocinio-2020", "checklists.toml", old, "split")
    assert any("PV01 não diz em que vistorias" in each.reason for each in error.problems)
