"""Every kind of document and a car of no list, without signal; beside a record of the former release."""

import pytest

from tests.browser.conftest import Street
from tests.browser.test_notice_flow import patrocinio, payload, ready, writer
from tests.browser.test_outbox_vault import note_a_stop
from tests.support import outbox
from tests.support.notice_drafts import rows, states, written

pytestmark = pytest.mark.browser
__all__ = ["patrocinio"]


@pytest.fixture
def numbered(street: Street) -> Street:
    """Ana's phone with numbers."""
    return ready(street)


@pytest.mark.parametrize("kind", ["warning", "verbal"])
def test_a_warning_written_without_signal_arrives_once(numbered: Street, kind: str) -> None:
    numbered.offline()
    id = written(numbered, kind)
    assert states(numbered) == ["ready"]
    numbered.offline(False)
    [row] = rows(numbered, 1)
    assert (row.id, row.kind) == (id, kind)
    assert row.series == ("TREINO-TA-2026" if kind == "warning" else None)
    assert payload(row)["warning"]["minor"] is True


def test_a_notification_to_regularise_written_without_signal_arrives_once(
    patrocinio: Street,
) -> None:
    patrocinio.offline()
    id = written(patrocinio, "regularisation")
    patrocinio.offline(False)
    [row] = rows(patrocinio, 1)
    assert (row.id, row.kind, row.series) == (id, "regularisation", "TREINO-NR-2026")
    assert payload(row)["regularise"]["days"] == 15


def test_a_typed_plate_that_is_in_no_list_begins_a_notice_without_signal(numbered: Street) -> None:
    numbered.offline()
    agent = writer(numbered, "ABC1D23")
    page = numbered.page
    page.get_by_label("Quem responde pela infração?").select_option(
        label="Condutor sem autorização"
    )
    agent.choose_type("Veículo particular sem autorização")
    agent.at("vehicle")
    page.get_by_label("Marca e modelo").fill("Fiat Mobi")
    page.get_by_label("Cor", exact=True).fill("Cinza")
    agent.vehicle()
    agent.at("people")
    page.get_by_label("Nome do condutor").fill("Zé Maria")
    agent.tap("Não quis informar")
    agent.choose("Pendente de consulta")
    agent.confirm_all()
    page.get_by_label("Número da autorização").fill("SEM AUTORIZAÇÃO")  # no list says it offline
    agent.go_on()
    agent.facts("Cobrava corrida na rodoviária em carro particular, sem autorização.")
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.read()
    agent.choose("Foi embora")
    page.get_by_label("Como foi").fill("Arrancou quando viu o talão.")
    agent.finish()
    numbered.offline(False)
    [row] = rows(numbered, 1)
    assert (row.plate, row.vehicle_id, row.ending) == ("ABC1D23", None, "evaded")
    assert payload(row)["vehicle"]["make_model"] == "Fiat Mobi"


_FORMER = """
  const { allEntries, discardDraft, openEntry } = await load("entries");
  const { seal } = await load("payload");
  const { transact, result } = await load("database");
  const draft = await openEntry((await allEntries())[0].id);
  const content = await seal({ ...draft.fields.record, outcome: "guided", note: "da versão anterior", place: "", position: null });
  await discardDraft(draft.id);
  const ready = { ...draft, ...content, id: "f".repeat(32), state: "ready", fields: {}, problem: null };
  await transact(["entries"], "readwrite", (store) => result(store.put(ready)));"""


def test_a_stop_queued_by_the_former_release_travels_with_a_notice(numbered: Street) -> None:
    numbered.offline()
    note_a_stop(numbered)
    outbox.call(numbered.page, _FORMER)
    numbered.open()
    id = written(numbered)
    numbered.offline(False)
    [row] = rows(numbered, 1)
    [stop] = numbered.check_stops(1)
    assert (row.id, stop.note) == (id, "da versão anterior")
    assert numbered.site.count("POST", "/campo/registro") == 2
