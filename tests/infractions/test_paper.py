"""From the frozen record to the words on paper: every item, in order, in Portuguese, as decided."""

import hashlib
import json
from random import Random
from typing import Any

import pytest

from app.accounts.queries import City
from app.documents.frozen import Item
from app.documents.notice import NoticeSheet, render_notice
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.paper import Later, Paper, sheet_of
from app.kernel.canonical import canonical
from app.regulation.loader import load_all
from app.regulation.ruleset import LegalStatus, Ruleset
from tests.support.notices import NOON, complete_record
from tests.support.sheets import pages_of, read_back, tight

LAWS = load_all()
PLA, PAT = LAWS["planura-2025"], LAWS["patrocinio-2020"]
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"]
KINDS = [(PLA, "notice"), (PLA, "warning"), (PAT, "notice"), (PAT, "regularisation")]
HOST = "https://confere.planura.mg.gov.br"


def home(law: Ruleset) -> City:
    text = law.instrument
    return City("1", "x", text.municipality, "MG", text.ibge, text.time_zone, law.slug, "", "156")


def paper(law: Ruleset, kind: str = "notice", seed: int = 1, **over: Any) -> Paper:
    """A stored record of that kind, received at 10:00; `later` are its annotations."""
    later = over.pop("later", ())
    content = canonical(complete_record(law, kind, Random(seed), **over))
    record = json.loads(content)
    number = record["number"]
    return Paper(
        id="a" * 32,
        number=f"{number['series']}-{number['value']:06d}" if number else "",
        record=record,
        sha256=hashlib.sha256(content).hexdigest(),
        training=record["training"],
        received_at=NOON,
        ledger_seq=345,
        ledger_hash="c" * 64,
        annotations=later,
        photos={},
    )


def sheet(law: Ruleset, kind: str = "notice", seed: int = 1, **over: Any) -> NoticeSheet:
    return sheet_of(paper(law, kind, seed, **over), home(law), law, HOST)


def items(found: NoticeSheet) -> list[Item]:
    last = [found.closing.ending, found.closing.number] if found.closing else []
    return [item for row in found.rows for item in row] + last


def one(found: NoticeSheet, label: str) -> Item:
    return next(item for item in items(found) if item.label.startswith(label))


@pytest.mark.parametrize("seed", range(6))
def test_planuras_auto_has_the_eleven_items_of_article_49_in_order(seed: int) -> None:
    numbers = [item.number for item in items(sheet(PLA, seed=seed)) if "art. 49" in item.number]
    assert numbers == [f"art. 49 {roman}" for roman in ROMAN]


def test_patrocinios_form_is_the_offices_own_and_cites_no_list() -> None:
    assert {item.number for item in items(sheet(PAT))} == {""}


@pytest.mark.parametrize(("law", "kind"), KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_typical_document_is_one_page_a_copy_and_holds_every_word(
    law: Ruleset, kind: str, seed: int
) -> None:
    found = sheet(law, kind, seed)
    pdf = render_notice(found)
    assert len(pages_of(pdf)) == len(found.copies) == 2
    text = read_back(pdf, found)
    for item in items(found):
        words = [item.label, item.text, *(part for pair in item.facts for part in pair)]
        assert all(tight(word) in text for word in words), item


def test_the_infraction_is_quoted_from_the_stored_copy_and_not_from_the_norm() -> None:
    stored = complete_record(PLA, "notice", Random(1))["infraction"]
    found = one(sheet(PLA, infraction={**stored, "text": "Texto da época;"}), "Tipificação")
    assert (found.text, found.quoted) == ("Texto da época;", True)


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("notice", "AUTO DE INFRAÇÃO"),
        ("warning", "TERMO DE ADVERTÊNCIA"),
        ("verbal", "REGISTRO DE ADVERTÊNCIA VERBAL"),
    ],
)
def test_documents_bear_the_names_of_their_kind(kind: str, title: str) -> None:
    assert sheet(PLA, kind).title == title


def test_the_two_copies_are_named() -> None:
    assert sheet(PLA).copies == ("1ª via – processo", "2ª via – condutor")
    assert sheet(PLA, "verbal").copies == ("Registro do órgão",)


def test_a_value_of_planura_is_proposed_and_one_of_patrocinio_is_fixed() -> None:
    found = {"rule": "proposed", "ufm": "1.5", "reasons": "Havia passageiros."}
    proposed = one(sheet(PLA, fine=found), "Multa")
    assert proposed.facts == (("Valor proposto pelo agente", "1,5 UFM"),)
    assert proposed.text == "Havia passageiros."
    fixed = one(sheet(PAT, fine={"rule": "fixed", "ufm": "2.5", "reasons": ""}), "Multa")
    assert fixed.facts == (("Valor fixado pela norma", "2,5 UFM"),)


def test_no_fine_no_box() -> None:
    labels = [item.label for item in items(sheet(PLA, "warning"))]
    assert "Multa" not in labels
    assert "Advertência" in labels


def test_a_measure_of_patrocinio_is_a_term_with_its_inventory() -> None:
    seized = {
        "kind": "apreensao_documentos",
        "reason": "Sem autorização.",
        "items": "Um letreiro luminoso; um taxímetro.",
        "place": "Pátio central",
        "at": "2026-11-30T14:00:00.000Z",
    }
    found = one(sheet(PAT, measures=[seized]), "Termo de")
    assert found.label == "Termo de apreensão de documentos ou equipamentos"
    assert ("Inventário", seized["items"]) in found.facts
    assert ("Em", "30/11/2026 às 11:00") in found.facts


def test_what_to_put_right_and_until_when() -> None:
    found = one(sheet(PAT, "regularisation"), "A regularizar")
    assert (found.facts, found.text) == (
        (("Prazo", "15 dias"),),
        "Recolocar o adesivo da plataforma.",
    )


def test_witnesses_stand_on_documents_with_and_without_signature() -> None:
    witness = {"name": "Marta Reis", "document": "MG-9", "address": "Rua B, 2"}
    for kind in ("notice", "verbal"):
        found = one(sheet(PLA, kind, witnesses=[witness]), "Testemunhas")
        assert found.facts == (("1ª", "Marta Reis, MG-9, Rua B, 2"),)


def ending(kind: str, **edits: Any) -> dict[str, Any]:
    base = {"kind": kind, "at": "2026-11-30T14:00:00.000Z", "note": "", "signer": ""}
    return {**base, "signer_name": "", "signature": None, **edits}


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("refused", "recusou-se a assinar"),
        ("absent", "não estava presente"),
        ("evaded", "evadiu-se"),
    ],
)
def test_each_ending_has_its_sentence_and_the_agents_account(kind: str, sentence: str) -> None:
    told = ending(kind, note="Saiu pela Rua Sete.")
    found = sheet(PLA, ending=told).closing
    assert found is not None
    assert sentence in found.ending.text
    assert ("Relato do agente", "Saiu pela Rua Sete.") in found.ending.facts
    assert (found.signature, found.signer) == (None, "Sem assinatura")


def test_a_signature_is_acknowledgement_and_not_confession() -> None:
    drawn = {"w": 600, "h": 200, "strokes": [[1, 2, 3, 4]]}
    told = ending("signed", signer="driver", signer_name="Davi Nunes", signature=drawn)
    found = sheet(PLA, ending=told).closing
    assert found is not None
    assert found.ending.text.startswith("Ciente.")
    assert "não é confissão" in found.ending.text
    assert found.signature is not None
    assert (found.signature.strokes, found.signer) == (((1, 2, 3, 4),), "Davi Nunes, condutor")


def test_what_is_missing_is_named_with_its_reason() -> None:
    record = complete_record(PLA, "notice", Random(1))
    blank = dict.fromkeys(record["driver"], "") | {"missing": "Fugiu a pé."}
    found = one(sheet(PLA, driver=blank), "Identificação do condutor")
    assert found.facts == (("Não informado", "Nome, RG, CPF, CNH, Endereço: Fugiu a pé."),)


def test_pending_data_of_the_owner_are_said_to_be_completed() -> None:
    record = complete_record(PLA, "notice", Random(1))
    blank = dict.fromkeys(record["owner"], "") | {"pending": True, "name": "Rui Sá"}
    found = one(sheet(PLA, owner=blank), "Identificação do proprietário")
    assert found.facts[0] == ("Nome", "Rui Sá")
    assert found.facts[1][1].endswith("pendente de consulta, a completar pelo órgão")


def test_a_company_is_not_asked_for_licence_or_identity_card() -> None:
    record = complete_record(PLA, "notice", Random(1))
    owner = dict.fromkeys(record["owner"], "") | {
        "pending": False, "name": "Locadora", "address": "Rua A", "tax_id": "11222333000181",
    }  # fmt: skip
    found = one(sheet(PLA, owner=owner), "Identificação do proprietário")
    assert ("CNPJ", "11.222.333/0001-81") in found.facts
    assert "Não informado" not in dict(found.facts)


def test_times_are_the_citys_and_the_place_keeps_its_doubt() -> None:
    near = {"lat": -201386000, "lon": -487003000, "accuracy_m": 12, "at": None}
    place = {"text": "", "position": near}
    found = one(sheet(PLA, happened_at="2026-11-30T02:30:00.000Z", place=place), "Local")
    assert ("Fato em", "29/11/2026 às 23:30") in found.facts
    assert ("Posição", "-20,138600; -48,700300 (±12 m)") in found.facts


def test_the_term_and_who_is_notified_are_said() -> None:
    found = sheet(PLA, ending=ending("refused", note="Recusou."))
    assert "10 dias" in one(found, "Prazo para impugnação").text
    assert any("carta com aviso de recebimento" in step for step in found.next_steps)


def test_a_training_record_stays_marked_when_the_law_comes_into_force() -> None:
    in_force = PLA.with_legal_state(LegalStatus.IN_FORCE)
    stored = paper(PLA)
    assert stored.training
    assert sheet_of(stored, home(PLA), in_force, HOST).watermark == "TREINAMENTO – SEM VALOR LEGAL"


def test_every_copy_can_be_checked_against_hash_chain_and_ledger() -> None:
    stored = paper(PLA)
    proof = sheet_of(stored, home(PLA), PLA, HOST).proof
    facts = dict(proof.facts)
    assert facts["SHA-256 do conteúdo"] == stored.sha256
    assert facts["Registro do Município"] == f"nº 345 · {'c' * 64}"
    assert facts["Sequência do aparelho"] == "nº 1"
    assert proof.address == "confere.planura.mg.gov.br/a/"


def test_later_words_follow_under_the_names_the_office_gave_them() -> None:
    later = (
        Later(
            AnnotationKind.COMPLETION, {"owner_name": "Rui Sá", "source": "Renavam"}, NOON, "Bia"
        ),
        Later(
            AnnotationKind.ANNULMENT, {"act": "Despacho 3", "reasons": "Placa errada."}, NOON, "Eva"
        ),
    )
    found = sheet(PLA, later=later)
    assert [item.label for item in found.annotations] == [
        "Complementação · 30/11/2026 às 10:00 · Bia",
        "Anulação · 30/11/2026 às 10:00 · Eva",
    ]
    assert ("Proprietário", "Rui Sá") in found.annotations[0].facts
    assert found.banners[0] == "ANULADO em 30/11/2026 às 10:00."


def test_photos_that_have_not_come_are_listed_by_their_hash() -> None:
    photo = {
        "sha256": "d" * 64,
        "size": 9,
        "caption": "Pneu",
        "taken_at": "2026-11-30T14:00:00.000Z",
    }
    found = sheet(PLA, photos=[photo]).photos
    assert [(p.jpeg, p.caption, p.taken, p.sha256) for p in found] == [
        (None, "Pneu", "30/11/2026 às 11:00", "d" * 64)
    ]
