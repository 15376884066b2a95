"""A mistake in notice.toml, or in what infractions.toml says for notices, is named."""

import shutil

import pytest

from app.regulation.loader import RULESETS, RulesetError, load_ruleset
from tests.support.rulesets import edited

CHECKS = 'checks = ["inspection_valid"]\n'
READING = '[[reading]]\ndecision = "{}"\noption = "{}"\ncodes = ["{}"]\n\n[[recidivism]]'

INFRACTIONS = [  # old, new, part of the reason
    (CHECKS, f'{CHECKS}not_together = ["EXE-9"]\n', "a infração “EXE-9” não existe"),
    (CHECKS, f'{CHECKS}choices = [{{ ref = "art. 2", words = "x" }}]\n', "não está em basis"),
    (CHECKS, f'{CHECKS}witnesses = "1"\n', "um número inteiro"),
    (CHECKS, f'{CHECKS}offender_needs = "rg"\n', "use um de: cnpj"),
    ("[[recidivism]]", READING.format("CFG-EXE-09", "year", "EXE-3"), "“CFG-EXE-09” não existe"),
    ("[[recidivism]]", READING.format("CFG-EXE-01", "month", "EXE-3"), "não tem a opção “month”"),
    ("[[recidivism]]", READING.format("CFG-EXE-01", "year", "EXE-8"), "“EXE-8” não existe"),
]


@pytest.mark.parametrize(("old", "new", "reason"), INFRACTIONS)
def test_a_mistake_in_a_type_is_named(tmp_path, old, new, reason):
    with pytest.raises(RulesetError) as caught:
        load_ruleset(edited(tmp_path, "infractions.toml", old, new))
    assert reason in caught.value.message


NOTICE = [  # old, new, key, part of the reason
    ('topic = "facts"', 'topic = "fact"', "basis", "falta o assunto “facts”"),
    ('topic = "facts"', 'topic = "owner"', "basis", "repetido"),
    ('["art. 49 VII"]', '["art. 99"]', "basis facts: refs", "“art. 99” não existe"),
    ('"T-PLA-25"', '"T-PLA-99"', "deadline: id", "“T-PLA-99” não existe"),
    ('"T-PLA-23"', '"T-PLA-99"', "forward", "“T-PLA-99” não existe"),
    ('under = "literal"', 'under = "both"', "notification: reading", "a opção “both”"),
    ('option = "all_on_the_street"', 'option = "all"', "rule vehicle_data_now", "a opção “all”"),
    ('["agent_and_chief"]', '["chief"]', "warnings: validated_under", "a opção “chief”"),
    ('kind = "absent"', 'kind = "gone"', "ending[3]", "signed, refused, absent, evaded"),
    ('test = "all_filled"', 'test = "all"', "rule[4] vehicle_data_now: test", "use um de"),
    ('"driver.name filled"', '"driver.name full"', "when", "campo operação valores"),
    ('"driver.name filled"', '"driver.name is"', "when", "pede valores"),
    ('topic = "permit"\nfield', 'topic = "seal"\nfield', "rule permit_private: topic", "“seal”"),
]


@pytest.mark.parametrize(("old", "new", "key", "reason"), NOTICE)
def test_a_mistake_in_the_notices_is_named(tmp_path, old, new, key, reason):
    folder = tmp_path / "planura-2025"
    shutil.copytree(RULESETS / folder.name, folder)
    content = (folder / "notice.toml").read_text(encoding="utf-8")
    assert old in content
    (folder / "notice.toml").write_text(content.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(folder)
    named = [each for each in caught.value.problems if key in each.key and reason in each.reason]
    assert named, str(caught.value)
