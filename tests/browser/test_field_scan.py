"""Reading a code in the street: camera or photo, with signal and without, and what the screen says."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from app.accounts.queries import city
from app.permits.keys import signing_key
from app.permits.qr import matrix
from app.permits.service_seals import seal_address
from app.permits.token import SealPayload, SealType, encode, read_digits
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.verification.models import SealCard
from tests.browser.conftest import Street
from tests.support.browser import NOON, code_scene

pytestmark = pytest.mark.browser


def live_code(street: Street, minutes: int) -> str:
    """The code on Davi's phone for the window that began at NOON + minutes."""
    printed = read_digits(street.taxi.seal.digits).payload
    signer = signing_key(db.session(), city(street.cast.city), "live", NOON)
    window = NOON + timedelta(minutes=minutes)
    payload = SealPayload(
        type=SealType.LIVE,
        kid=signer.kid,
        municipality=printed.municipality,
        category=printed.category,
        index=printed.index,
        plate=printed.plate,
        expiry=printed.expiry,
        test=printed.test,
        window_start=window,
    )
    return seal_address(encode(payload, signer.private))


def set_card(**values: object) -> None:
    """Change the card behind every code."""
    with transaction() as session:
        session.execute(update(SealCard).values(**values))


def test_with_signal_the_server_answers(street: Street) -> None:
    street.scan(street.taxi.url)
    street.check_word("Autorizado")
    street.check_source(r"Consultado agora, \d\d:\d\d:\d\d")
    expect(street.page.locator("[data-plate]:visible")).to_have_text("FUM0B05")
    expect(street.page.locator("[data-how]:visible")).to_contain_text("Selo impresso")


def test_without_signal_the_list_answers(street: Street) -> None:
    street.offline()
    street.scan(street.taxi.url)
    street.check_word("Autorizado")
    street.check_source(r"Sem sinal · lista de hoje, 10:00 \(agora\)")


def test_a_suspension_of_a_minute_ago_shows_with_signal(street: Street) -> None:
    set_card(state="suspended", segments='[[null,"red",[["seal_genuine.suspended",{},"red"]]]]')
    street.scan(street.taxi.url)
    street.check_word("Não autorizado")
    expect(street.page.locator(".reason[data-level=red]")).to_contain_text("Selo suspenso")


def test_a_cancelled_seal_has_its_own_screen(street: Street) -> None:
    set_card(state="dead")
    street.scan(street.taxi.url)
    street.check_word("Selo cancelado")
    expect(street.page.locator("[data-band]")).to_have_attribute("data-level", "red")


def test_a_live_code_is_proof_of_the_moment(street: Street) -> None:
    street.scan(live_code(street, 0))
    street.check_word("Autorizado")
    expect(street.page.locator("[data-how=live]")).to_contain_text("Prova ao vivo")


def test_a_replayed_live_code_is_never_green(street: Street) -> None:
    street.offline()
    street.scan(live_code(street, -20))
    street.check_word("Atenção")
    expect(street.page.locator(".reason")).to_contain_text("Código repetido ou antigo")
    expect(street.page.locator("[data-how=late]")).to_be_visible()


def test_a_changed_digit_is_forged(street: Street) -> None:
    street.offline()
    url = street.taxi.url
    street.scan(url[:-1] + str((int(url[-1]) + 1) % 10))
    street.check_word("Código falso")
    expect(street.page.locator("[data-plate]:visible")).to_have_count(0)


def test_a_code_the_list_lacks_is_unknown_without_signal(street: Street) -> None:
    printed = read_digits(street.taxi.seal.digits).payload
    signer = signing_key(db.session(), city(street.cast.city), "printed", NOON)
    other = SealPayload(**{**_fields(printed), "index": 999, "kid": signer.kid})  # type: ignore[arg-type]
    street.offline()
    street.scan(seal_address(encode(other, signer.private)))
    street.check_word("Fora da lista")


def _fields(payload: SealPayload) -> dict[str, object]:
    return {name: getattr(payload, name) for name in payload.__slots__}


def test_a_photo_of_the_code_is_read_too(street: Street) -> None:
    street.page.get_by_role("button", name="Ler código").click()
    street.photograph(code_scene(matrix(street.taxi.url), module=4).rotate(12, fillcolor="grey"))
    street.check_word("Autorizado")


def test_the_camera_is_asked_once_a_visit(street: Street) -> None:
    street.page.evaluate(
        "() => { const devices = navigator.mediaDevices; const real = devices.getUserMedia;"
        " window.asked = 0; devices.getUserMedia = function (...a) { window.asked += 1;"
        " return real.apply(devices, a); }; }"
    )
    for _ in range(3):
        street.scan(street.taxi.url)
        street.page.go_back()
        street.sees("home")
    assert street.page.evaluate("() => window.asked") == 1


def test_a_browser_without_ed25519_verifies_all_the_same(street: Street) -> None:
    street.page.add_init_script(
        "const real = crypto.subtle.importKey.bind(crypto.subtle);"
        "crypto.subtle.importKey = async (format, key, kind, ...rest) => { if (kind === 'Ed25519')"
        " throw new DOMException('no', 'NotSupportedError'); return real(format, key, kind, ...rest); };"
    )
    street.offline()
    street.page.reload()
    street.ready()
    street.scan(street.taxi.url)
    street.check_word("Autorizado")


def test_a_plate_gives_the_same_verdict(street: Street) -> None:
    street.type_plate("fum 0105")
    street.check_word("Autorizado")
    expect(street.page.locator("[data-plate]:visible")).to_have_text("FUM0B05")
    expect(street.page.locator("[data-how=plate]")).to_be_visible()


def test_a_look_alike_letter_is_offered(street: Street) -> None:
    street.type_plate("FUMOB05")
    expect(street.page.locator("[data-plate-error]")).to_contain_text("deve ser número")
    street.page.get_by_role("button", name="FUM0B05").click()
    street.check_word("Autorizado")


def test_an_absent_plate_is_no_green(street: Street) -> None:
    street.type_plate("ABC1D23")
    street.check_word("Sem registro")
    expect(street.page.locator("[data-band]")).to_have_attribute("data-level", "unknown")


def test_the_driver_of_the_list_and_a_stranger(street: Street) -> None:
    street.scan(street.taxi.url)
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.page.get_by_role("button", name="Davi N.").click()
    street.check_word("Autorizado")
    expect(street.page.locator("[data-driver]")).to_have_text("Motorista: Davi N.")
    street.page.get_by_role("button", name="Trocar motorista").click()
    street.page.get_by_label("Outra pessoa").fill("Marta Sá")
    street.page.get_by_role("button", name="Usar este nome").click()
    street.check_word("Não autorizado")
    expect(street.page.locator(".reason").first).to_contain_text("Marta Sá não está na lista")
