"""A mistake in papers.toml is named."""

import shutil

import pytest

from app.regulation.loader import RULESETS, RulesetError, load_ruleset

PAPERS = [  # old, new, key, part of the reason
    ("{name} da autuação", "{nome} da autuação", "paper notification", "“{nome}” não existe"),
    ("{name} da autuação", "{name!r} da autuação", "paper notification", "não existe"),
    ("{name} da autuação", "{name da autuação", "paper notification", "chaves sem par"),
    ('value = "{plate}"', 'value = "{cpf}"', "paper notification", "“{cpf}” não existe"),
    ("{name} – processo", "{document} – processo", "paper edital: entry", "“{document}”"),
    ('entry = "', '# entry = "', "paper edital: entry", "só o edital tem entradas"),
    ('basis = ["art. 6"]', "basis = []", "paper certificate: basis", "ao menos um dispositivo"),
    ('basis = ["art. 6"]', 'basis = ["art. 99"]', "paper certificate: basis", "“art. 99” não"),
    ('quotes = ["art. 47"]', 'quotes = ["art. 98"]', "quotes", "“art. 98” não existe"),
    ('id = "certificate"', 'id = "certidao"', "certidao", "use um de: notification"),
    ('id = "certificate"', 'id = "decision"', "paper decision", "duas vezes"),
    ('id = "portaria"', 'id = "labels"', "paper", "“portaria”, que o ato “name_commission” faz"),
    ("Data: {day}.", "“Art. 51. A autuação será”", "paper edital", "não está nos dispositivos"),
]


@pytest.mark.parametrize(("old", "new", "key", "reason"), PAPERS)
def test_a_mistake_in_the_papers_is_named(tmp_path, old, new, key, reason):
    folder = tmp_path / "planura-2025"
    shutil.copytree(RULESETS / folder.name, folder)
    content = (folder / "papers.toml").read_text(encoding="utf-8")
    assert old in content
    (folder / "papers.toml").write_text(content.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(folder)
    named = [each for each in caught.value.problems if key in each.key and reason in each.reason]
    assert named, str(caught.value)
