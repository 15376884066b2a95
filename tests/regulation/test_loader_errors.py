"""A broken folder is refused with file, key and a Portuguese reason for each mistake."""

import pytest

from app.regulation.loader import RulesetError, load_all, load_ruleset
from tests.support.rulesets import edited, example

I3 = "infraction[1] EXE-3"
P3 = "provision[3] art. 2 I"

CASES = [  # file, old, new, key, part of the reason
    ("fees.toml", "ufm = ", "ufm ", "", "sintaxe TOML na linha 4, coluna 5"),
    ("fees.toml", "payer =", "payee =", "fee[1] inspection: payee", "não seria “payer”"),
    ("fees.toml", "[[amount]]", "[[price]]", "price", "chave desconhecida"),
    ("infractions.toml", 'basis = ["art. 3"]\n', "", f"{I3}: basis", "falta esta chave"),
    ("infractions.toml", "street = true", "street = 1", f"{I3}: street", "true ou false"),
    ("infractions.toml", "= 12", "= true", "recidivism[1] EXE-3-1: window_months", "inteiro"),
    ("infractions.toml", '["art. 3"]', '"art. 3"', f"{I3}: basis", "uma lista, veio um texto"),
    ("infractions.toml", '["art. 3"]', "[3]", f"{I3}: basis[1]", "um texto, veio um número"),
    ("infractions.toml", '"media"', '"medio"', f"{I3}: class", "use um de: leve, media, grave"),
    ("infractions.toml", '"1.5"', '"1,5"', f"{I3}: fine_ufm", "não é um número decimal"),
    ("infractions.toml", '"1.5"', "1.5", f"{I3}: fine_ufm", "entre aspas"),
    ("infractions.toml", '"1.5"', '"NaN"', f"{I3}: fine_ufm", "finito"),
    ("infractions.toml", '"1.5"', '"0"', f"{I3}: fine_ufm", "maior que zero"),
    ("infractions.toml", '"4.5"', '"x"', "recidivism[1] EXE-3-1: steps_ufm[2]", "decimal"),
    ("infractions.toml", '["art. 3"]', '["art. 9"]', f"{I3}: basis", "“art. 9” não existe"),
    ("infractions.toml", '"EXE-3-1"', '"R9"', f"{I3}: recidivism", "reincidência “R9” não"),
    ("infractions.toml", "decisions = []", 'decisions = ["D9"]', f"{I3}: decisions", "“D9” não"),
    ("infractions.toml", "inspection_valid", "x", f"{I3}: checks", "a verificação “x” não existe"),
    ("infractions.toml", '"EXE-3-X"', '"EXE-3"', "infraction EXE-3", "aparece 2 vezes"),
    ("infractions.toml", "enabled = true", "enabled = false", f"{I3}: disabled_because", "motivo"),
    ("checklists.toml", '"EXE-3"', '"EXE-9"', "item[1] V01: suggests", "a infração “EXE-9” não"),
    ("checklists.toml", '"ge"', '"above"', "item[2] V02: limit: op", "eq, le, ge"),
    ("checklists.toml", "{ op", '"4" # { op', "item[2] V02: limit", "se espera uma tabela"),
    ("decisions.toml", '"year"\nm', '"month"\nm', "decision[1] CFG-EXE-01: default", "opções"),
    ("decisions.toml", "= true", "= false", "decision[2] CFG-EXE-02: mandatory", "obrigatória"),
    ("decisions.toml", '["art. 2 I"]', '["art. 8"]', "decision[1] CFG-EXE-01: where", "“art. 8”"),
    ("decisions.toml", '"day"', '"year"', "decision[1] CFG-EXE-01: options", "distintos"),
    ("provisions.toml", "check:vehicle_age", "check:car_age", f"{P3}: does", "check:car_age"),
    ("provisions.toml", "check:vehicle_age", "vehicle_age", f"{P3}: does[1]", "tipo:nome"),
    ("provisions.toml", "check:vehicle_age", "look:x", f"{P3}: does[1]", "tipo de efeito"),
    ("provisions.toml", "document:crlv", "document:cnh", f"{P3}: does", "document:cnh"),
    ("provisions.toml", "document:crlv", "check:vehicle_age", f"{P3}: does", "repetido"),
    ("provisions.toml", "nothing_because", "note", "provision[1] art. 1: does", "um dos dois"),
    ("provisions.toml", "does = [", 'nothing_because = "x"\ndoes = [', "provision[2]", "só um"),
    ("provisions.toml", "no máximo 10", "no máximo 11", f"{P3}: text", "texto de origem"),
    ("source.txt", "custa 2", "custa 3", "source_sha256", "não é o desta soma"),
    ("instrument.toml", "schema = 1", "schema = 2", "schema", "esquema 1"),
    ("instrument.toml", '"exemplo"', '"outro"', "slug", "nome da pasta"),
    ("instrument.toml", "2024-01-03", '"2024-01-03"', "published_on", "sem aspas"),
    ("instrument.toml", "Sao_Paulo", "Planura", "time_zone", "fuso horário"),
    ("instrument.toml", '"310000"', '"3100000"', "ibge", "6 algarismos"),
    ("instrument.toml", 'permit = "', 'licence = "', "vocabulary: permit", "falta esta palavra"),
    ("instrument.toml", '["taxi", "app"]', '["app"]', "item[1] V01: modalities", "taxi"),
    ("instrument.toml", '"source.txt"', '"s.txt"', "source_file", "falta o arquivo s.txt"),
    ("verdict.toml", "max_years", "max_age", "check[6] vehicle_age: params: max_age", "não usa"),
    ("verdict.toml", "= 30", '= "30"', "check[7] inspection_valid: params: warn_days", "inteiro"),
    ("verdict.toml", '"closing_of', '"end_of', "check[6] vehicle_age: params: rule", "february"),
    ("verdict.toml", "row = 6", "row = 5", "check[6] vehicle_age: row", "é 6"),
    ("verdict.toml", '"vehicle_age"', '"car_age"', "check vehicle_age", "falta esta verificação"),
    ("verdict.toml", '"vehicle_age"', "[]", "check[6]: name", "um texto, veio uma lista"),
    ("fares.toml", 'from = "00:00"', 'from = "0h"', "rule[1] B2: from", "HH:MM"),
    ("fares.toml", '"24:00"', '"24:01"', "rule[1] B2: to", "fora do dia"),
    ("fares.toml", 'flag = "B2"', 'flag = "B3"', "rule[1] B3: flag", "a bandeira “B3” não existe"),
]


@pytest.mark.parametrize(("file", "old", "new", "key", "reason"), CASES)
def test_a_mistake_is_named(tmp_path, file, old, new, key, reason):
    with pytest.raises(RulesetError) as caught:
        load_ruleset(edited(tmp_path, file, old, new))
    named = [p for p in caught.value.problems if key in p.key and reason in p.reason]
    assert named, str(caught.value)


def test_the_file_is_named(tmp_path):
    with pytest.raises(RulesetError) as caught:
        load_ruleset(edited(tmp_path, "infractions.toml", 'basis = ["art. 3"]\n', ""))
    error = caught.value
    assert (error.file, error.key) == ("infractions.toml", "infraction[1] EXE-3: basis")
    assert "infractions.toml: infraction[1] EXE-3: basis: falta esta chave" in error.message


def test_one_mistake_makes_one_problem(tmp_path):
    with pytest.raises(RulesetError) as caught:
        load_ruleset(edited(tmp_path, "documents.toml", '"valid_until"\n', '"soon"\n'))
    assert len(caught.value.problems) == 1


def test_all_mistakes_are_gathered(tmp_path):
    edited(tmp_path, "fees.toml", '"2"', '"dois"')
    folder = tmp_path / "exemplo"
    (folder / "decisions.toml").write_text("[[decision]\n")
    (folder / "deadlines.toml").unlink()
    (folder / "extra.toml").write_text("")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(folder)
    files = {problem.file for problem in caught.value.problems}
    assert {"fees.toml", "decisions.toml", "deadlines.toml", "extra.toml"} <= files


def test_an_unreadable_file_does_not_blame_those_that_cite_it(tmp_path):
    folder = edited(tmp_path, "decisions.toml", "[[decision]]", "[[decision]")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(folder)
    assert [problem.file for problem in caught.value.problems] == ["decisions.toml"]


def test_a_file_in_latin_1_is_refused(tmp_path):
    folder = edited(tmp_path, "fees.toml", "Vistoria", "Vistoria")
    (folder / "fees.toml").write_bytes("# inspeção".encode("latin-1"))
    with pytest.raises(RulesetError, match="UTF-8"):
        load_ruleset(folder)


def test_load_all_refuses_a_broken_folder(tmp_path):
    edited(tmp_path, "fees.toml", '"2"', '"dois"')
    with pytest.raises(RulesetError, match="exemplo"):
        load_all(tmp_path)


def test_the_sound_example_has_no_mistake():
    assert example().slug == "exemplo"
