"""What lies on the phone lies encrypted; older releases' records are still read and sent."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Street
from tests.support import outbox

pytestmark = pytest.mark.browser
CANARIES = [
    "QWE1R23", "Rua das Acácias Azuis", "pneu dianteiro liso", "Maria Canária da Silva", "529.982.247-25",
    "FOTO-EM-CLARO", "legenda reveladora", "matéria narrada", "motivo muito particular",
]  # fmt: skip
_NOTICES = (
    outbox.NOTICE
    + """
  const more = { facts: "matéria narrada", driver: { name: "Maria Canária da Silva", cpf: "529.982.247-25" } };
  const draft = await begin(arg, "QWE1R23", more);
  const id = await begin(arg, "QWE1R23", more);
  const bytes = new TextEncoder().encode("FOTO-EM-CLARO ".repeat(500)).buffer;
  await addPhoto(draft, arg, { bytes, takenAt: new Date().toISOString(), caption: "legenda reveladora" });
  await addPhoto(id, arg, { bytes, takenAt: new Date().toISOString(), caption: "legenda reveladora" });
  await freeze(id);
  const { saveReason } = await load("late");
  await saveReason({ id, accountId: arg }, "c".repeat(32), "motivo muito particular", Date.now());
  return (await openEntry(id)).payload;"""
)
_V1 = """(entries) => new Promise((done, fail) => {
  indexedDB.deleteDatabase("campo").onsuccess = () => {
    const opened = indexedDB.open("campo", 1);
    opened.onupgradeneeded = () => {
      opened.result.createObjectStore("meta");
      opened.result.createObjectStore("entries", { keyPath: "id" });
      opened.result.createObjectStore("photos");
    };
    opened.onerror = fail;
    opened.onsuccess = () => {
      const writing = opened.result.transaction(["entries"], "readwrite");
      for (const entry of entries) writing.objectStore("entries").put(entry);
      writing.oncomplete = () => { opened.result.close(); done(); };
    };
  };
})"""


def note_a_stop(street: Street, outcome: str = "") -> None:
    """A stop as far as its form, with all of it typed."""
    street.type_plate("QWE1R23")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.sees("stop")
    street.page.get_by_label("Anotação").fill("pneu dianteiro liso")
    street.page.get_by_label("Lugar, se precisar escrever").fill("Rua das Acácias Azuis")
    if outcome:
        street.finish_stop(outcome)
    else:
        expect(street.page.locator("[data-saved]")).to_contain_text("Guardado neste telefone")


def test_nothing_typed_or_photographed_lies_in_clear(street: Street) -> None:
    street.offline()
    note_a_stop(street, "Orientado")
    note_a_stop(street)
    outbox.give_blocks(street.page)
    payload = outbox.call(street.page, _NOTICES, outbox.ACCOUNT)
    assert "Maria Canária da Silva" in payload
    kept = outbox.dump(street.page)
    assert [canary for canary in CANARIES if canary in kept] == []
    assert "store:campo.attachment_bytes" in kept and "extractable:true:secret" not in kept


def test_the_search_for_clear_text_finds_what_is_clear(street: Street) -> None:
    outbox.call(
        street.page,
        """const { setMeta } = await load("database");
        await setMeta("bytes", { deep: [new TextEncoder().encode("pneu dianteiro liso").buffer] });
        await setMeta("text", { plate: "QWE1R23" });""",
    )
    kept = outbox.dump(street.page)
    assert "pneu dianteiro liso" in kept and "QWE1R23" in kept


def test_what_was_sent_keeps_no_clear_text_either(street: Street) -> None:
    note_a_stop(street, "Orientado")
    street.check_stops(1)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    kept = outbox.dump(street.page)
    assert [canary for canary in CANARIES if canary in kept] == []


def test_a_lost_key_is_said_and_nothing_is_deleted(street: Street) -> None:
    street.offline()
    note_a_stop(street, "Orientado")
    before = street.entries()[0]["box"]["data"]
    outbox.call(
        street.page,
        """const { transact, result } = await load("database");
        await transact(["vault"], "readwrite", (vault) => result(vault.clear()));""",
    )
    street.open()
    expect(street.page.locator("[data-waiting-lines]")).to_contain_text("a chave se perdeu")
    street.offline(False)
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    street.page.get_by_role("button", name="Enviar agora").click()
    expect(street.page.locator("[data-entries] [data-retry]")).to_be_visible()
    [entry] = street.entries()
    assert entry["state"] == "attention" and entry["box"]["data"] == before


def test_a_wipe_under_an_open_page_loses_no_key(street: Street) -> None:
    note_a_stop(street)
    street.offline()
    street.page.evaluate(
        "() => new Promise((done) => { indexedDB.deleteDatabase('campo').onsuccess = done; })"
    )
    street.page.get_by_label("Anotação").fill("escrito depois de apagarem")
    expect(street.page.locator("[data-saved]")).to_contain_text("Guardado neste telefone")
    street.page.wait_for_timeout(200)
    [entry] = street.entries()
    opened = outbox.call(street.page, "return (await load('entries')).openEntry(arg);", entry["id"])
    keys = outbox.rows(street.page, "vault")
    assert opened["fields"]["note"] == "escrito depois de apagarem"
    assert [key["id"] for key in keys] == [entry["box"]["key"]]


def test_records_of_the_first_format_are_read_and_sent(street: Street) -> None:
    street.offline()
    note_a_stop(street)
    plain = outbox.call(
        street.page,
        """const { allEntries, openEntry } = await load("entries");
        const { seal } = await load("payload");
        const draft = await openEntry((await allEntries())[0].id);
        const { record } = draft.fields;
        const content = await seal({ ...record, outcome: "guided", note: "da versão anterior", place: "", position: null });
        const ready = { ...draft, ...content, id: "f".repeat(32), state: "ready", fields: {}, createdAt: draft.createdAt - 1 };
        return [draft, ready];""",
    )
    street.page.goto("about:blank")
    street.offline(False)
    street.page.goto(f"{street.site.address}/entrar")
    street.page.evaluate(_V1, plain)
    street.open()
    assert [stop.note for stop in street.check_stops(1)] == ["da versão anterior"]
    street.page.get_by_role("button", name="Continuar").click()
    expect(street.page.get_by_label("Anotação")).to_have_value("pneu dianteiro liso")
    street.finish_stop()
    assert {stop.note for stop in street.check_stops(2)} == {
        "da versão anterior",
        "pneu dianteiro liso",
    }


def test_what_the_server_made_of_a_record_lies_encrypted(street: Street) -> None:
    told = outbox.call(
        street.page,
        """const { claim, finish, newEntry, openEntry, saveDraft, settle } = await load("entries");
        const entry = newEntry({ kind: "inspection", accountId: arg, createdAt: Date.now(), label: "QWE1R23", fields: { record: {} } });
        await saveDraft(entry);
        await finish(entry.id, "{}", "0".repeat(64));
        await claim(entry.id);
        const receipt = { received_at: new Date().toISOString(), given: { report: "LAUDO-SECRETO" } };
        await settle(entry.id, receipt, Date.now());
        return (await openEntry(entry.id)).receipt.given.report;""",
        outbox.ACCOUNT,
    )
    assert told == "LAUDO-SECRETO"
    assert "LAUDO-SECRETO" not in outbox.dump(street.page)
