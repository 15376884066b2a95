"""The driver's copy: read on the screen, shared, on 58 and 80 mm and on A4, its code readable everywhere."""

import base64
import re
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import Street
from tests.browser.notice_parts import RECORD, Parts, parts_of
from tests.support.browser import axe

pytestmark = pytest.mark.browser

# The print dialog of a test: what lies on the paper, as PNG.
_PRINT = """() => {
  window.printed = [];
  window.print = () => {
    for (const image of document.querySelectorAll("[data-print-area] img")) {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      window.printed.push(canvas.toDataURL("image/png"));
    }
    dispatchEvent(new Event("afterprint"));
  };
}"""
_DECODE = """async (address) => {
  const app = document.querySelector('script[type="module"]').src;
  const { createDecoder } = await import(new URL("../scanner/decoder.js", app));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const decoder = createDecoder(document.body.dataset.reader);
  return decoder.decode(pen.getImageData(0, 0, image.width, image.height));
}"""
_SHARE = """(how) => {
  window.shared = [];
  navigator.canShare = ({files}) => how !== "without" && files?.length === 1;
  navigator.share = async (data) => {
    if (how === "closed") throw new DOMException("closed", "AbortError");
    const [file] = data.files;
    const bytes = new Uint8Array(await file.arrayBuffer());
    window.shared.push({name: file.name, type: file.type, text: data.text, bytes: Array.from(bytes)});
  };
}"""


@pytest.fixture
def parts(street: Street) -> Parts:
    """Ana's phone, without signal, as on most roads."""
    found = parts_of(street)
    street.offline()
    return found


def open_copy(parts: Parts, **changes: Any) -> str:
    """A finished notice with its copy on the screen; the address that its code must hold."""
    frozen = parts.freeze(**changes)
    step = {"view": "copy", "parameters": {"id": frozen["id"]}, "depth": 1}
    parts.page.evaluate("(step) => history.pushState(step, '')", step)
    parts.page.reload()
    parts.street.sees("copy")
    code = base64.b32encode(bytes.fromhex(frozen["sha256"])).decode().rstrip("=")
    return f"{parts.street.site.address}/A/{code}".upper()


def picture(address: str) -> Image.Image:
    return Image.open(BytesIO(base64.b64decode(address.partition(",")[2])))


def read(image: Image.Image) -> str:
    [found] = zxingcpp.read_barcodes(image.convert("L"))
    return found.text


def print_on(parts: Parts, name: str) -> list[Image.Image]:
    parts.page.evaluate(_PRINT)
    parts.page.get_by_role("button", name=name).click()
    parts.page.wait_for_function("() => window.printed.length")
    return [picture(address) for address in parts.page.evaluate("() => window.printed")]


def test_the_copy_says_what_was_frozen_without_signal(parts: Parts) -> None:
    open_copy(parts)
    sheet = parts.page.locator(".copy-sheet")
    for text in ("TREINO-AI-2026-000017", "FUM0B05", "9BD358A1NMYK00001", "529.982.247-25"):
        expect(sheet).to_contain_text(text)
    for text in ("PLA art. 43 II c", RECORD["facts"], RECORD["deadline"]["words"], "Ana Souza"):
        expect(sheet).to_contain_text(text)
    expect(sheet.locator("[data-sheet-training]")).to_have_text("TREINAMENTO – SEM VALOR LEGAL")
    expect(parts.page.locator("[data-copy-state]")).to_contain_text("Ainda não recebido")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_on_the_screen_is_read_by_day_and_by_night(parts: Parts, scheme: Any) -> None:
    address = open_copy(parts)
    parts.page.emulate_media(color_scheme=scheme)
    symbol = parts.page.locator(".copy-symbol")
    symbol.scroll_into_view_if_needed()
    assert read(Image.open(BytesIO(symbol.screenshot()))) == address


@pytest.mark.parametrize(("name", "dots"), [("58 mm", 384), ("80 mm", 576)])
def test_a_roll_is_black_dots_of_the_printers_width_and_its_code_is_read(
    parts: Parts, name: str, dots: int
) -> None:
    address = open_copy(parts)
    papers = print_on(parts, name)
    assert [paper.width for paper in papers] == [dots, dots]
    assert {colour for _, colour in papers[0].convert("L").getcolors() or []} == {0, 255}
    assert [read(paper) for paper in papers] == [address, address]
    scanned = [parts.page.evaluate(_DECODE, url) for url in parts.page.evaluate("() => printed")]
    assert scanned == [address, address]


def test_the_code_leads_to_a_page_that_says_it_has_not_come_yet(parts: Parts) -> None:
    open_copy(parts)
    address = read(print_on(parts, "58 mm")[0])
    client = parts.street.site.app.test_client()
    path = address.removeprefix(parts.street.site.address.upper())
    answer = client.get(path, base_url=parts.street.site.address)
    assert answer.status_code in (200, 404) and "ainda não" in answer.get_data(as_text=True)


def test_modules_are_whole_dots_with_four_white_ones_around(parts: Parts) -> None:
    open_copy(parts)
    paper = print_on(parts, "58 mm")[0].convert("L")
    corners = zxingcpp.read_barcodes(paper)[0].position
    left, top = corners.top_left.x, corners.top_left.y
    row = [paper.getpixel((x, top)) for x in range(paper.width)]
    first = next(x for x in range(left - 3, left + 4) if row[x] == 0)
    module = row[first:].index(255) // 7  # the finder's upper edge is seven modules long
    edges = [x for x in range(first, paper.width) if row[x] != row[x - 1]]
    assert module >= 7 and [x for x in edges if (x - first) % module] == []
    quiet = 4 * module
    assert paper.crop((first - quiet, top - 2, first, top + 20)).getextrema() == (255, 255)
    assert paper.crop((0, top - quiet + 3, paper.width, top - 3)).getextrema() == (255, 255)


def test_one_copy_alone_when_two_are_not_wanted(parts: Parts) -> None:
    open_copy(parts)
    parts.page.get_by_label("as duas vias").uncheck()
    assert len(print_on(parts, "58 mm")) == 1


def test_the_page_of_a_roll_is_as_wide_as_the_roll(parts: Parts) -> None:
    address = open_copy(parts)
    parts.page.evaluate("() => { window.print = () => { window.asked = true; }; }")
    parts.page.get_by_role("button", name="58 mm").click()
    parts.page.wait_for_function("() => window.asked")
    pdf = pypdfium2.PdfDocument(parts.page.pdf(prefer_css_page_size=True))
    assert len(pdf) == 2
    assert pdf[0].get_width() == pytest.approx(58 / 25.4 * 72, abs=1)
    assert read(pdf[0].render(scale=203 / 72).to_pil()) == address


def test_a4_holds_two_copies_with_every_word_and_a_code(parts: Parts) -> None:
    address = open_copy(parts)
    parts.page.evaluate("() => { window.print = () => { window.asked = true; }; }")
    parts.page.get_by_role("button", name="A4").click()
    parts.page.wait_for_function("() => window.asked")
    pdf = pypdfium2.PdfDocument(parts.page.pdf(prefer_css_page_size=True))
    text = re.sub(r"\s+", " ", " ".join(page.get_textpage().get_text_range() for page in pdf))
    assert len(pdf) == 2 and pdf[0].get_width() == pytest.approx(595, abs=2)
    assert text.count("1ª via – processo") == text.count("2ª via – condutor") == 1
    assert text.count(RECORD["facts"]) == 2 and text.count("SEM VALOR LEGAL") >= 2
    codes = [b.text for page in pdf for b in zxingcpp.read_barcodes(page.render(scale=2).to_pil())]
    assert codes == [address, address]


def test_sharing_hands_over_a_picture_and_words_without_names(parts: Parts) -> None:
    address = open_copy(parts)
    parts.page.evaluate(_SHARE, "shares")
    parts.page.get_by_role("button", name="Compartilhar").click()
    expect(parts.page.locator("[data-copy-said]")).to_have_text("Cópia compartilhada.")
    [shared] = parts.page.evaluate("() => window.shared")
    image = Image.open(BytesIO(bytes(shared["bytes"])))
    assert (shared["name"], shared["type"]) == ("TREINO-AI-2026-000017.png", "image/png")
    assert address in shared["text"] and RECORD["deadline"]["words"] in shared["text"]
    assert not [w for w in ("Davi", "52998224725", "FUM0B05") if w in shared["text"]]
    assert image.width == 1152
    for width in (1152, 576, 384):
        smaller = image.resize((width, image.height * width // 1152), Image.Resampling.BOX)
        assert read(smaller) == address


def test_without_a_share_sheet_the_picture_is_saved(parts: Parts) -> None:
    address = open_copy(parts)
    parts.page.evaluate(_SHARE, "without")
    with parts.page.expect_download() as waiting:
        parts.page.get_by_role("button", name="Compartilhar").click()
    expect(parts.page.locator("[data-copy-said]")).to_contain_text("Cópia salva como imagem")
    assert waiting.value.suggested_filename == "TREINO-AI-2026-000017.png"
    assert read(Image.open(waiting.value.path())) == address


def test_a_closed_share_sheet_is_no_failure(parts: Parts) -> None:
    open_copy(parts)
    parts.page.evaluate(_SHARE, "closed")
    button = parts.page.get_by_role("button", name="Compartilhar")
    button.click()
    expect(button).to_be_enabled()
    expect(parts.page.locator("[data-copy-said]")).to_be_hidden()


def settle(parts: Parts, notice: str, settled_at: int) -> None:
    """As the sender does with the server's receipt."""
    parts.page.evaluate(
        """async ({id, at}) => {
          const app = document.querySelector('script[type="module"]').src;
          const { claim, settle } = await import(new URL("../outbox/entries.js", app));
          await claim(id);
          await settle(id, { received_at: "2026-11-30T13:20:00.000Z" }, at);
        }""",
        {"id": notice, "at": settled_at},
    )


def shown_id(parts: Parts) -> str:
    return str(parts.page.evaluate("() => history.state.parameters.id"))


def test_the_receipt_is_told_while_the_copy_is_open(parts: Parts) -> None:
    open_copy(parts)
    expect(parts.page.locator("[data-copy-state]")).to_contain_text("Ainda não recebido")
    settle(parts, shown_id(parts), parts.page.evaluate("() => Date.now()"))
    expect(parts.page.locator("[data-copy-state]")).to_have_text(
        "Recebido pelo servidor em 30/11/2026 às 10:20."
    )


def test_the_list_offers_the_copy_for_a_day_after_the_receipt(parts: Parts) -> None:
    open_copy(parts)
    now, notice = parts.page.evaluate("() => Date.now()"), shown_id(parts)
    settle(parts, notice, now - 23 * 3600_000)
    parts.page.locator("[data-back]").click()
    parts.street.sees("home")
    parts.page.get_by_role("button", name="Enviados").click()
    parts.page.get_by_role("button", name="Cópia").click()
    expect(parts.page.locator(".copy-number")).to_have_text("TREINO-AI-2026-000017")


def test_a_copy_that_is_gone_is_said_to_be(parts: Parts) -> None:
    open_copy(parts)
    settle(parts, shown_id(parts), 1000)
    parts.page.reload()
    expect(parts.page.locator("[data-copy-gone]")).to_be_visible()
    expect(parts.page.locator("[data-copy-tools]")).to_be_hidden()


def test_a_copy_handed_over_later_is_registered_once(parts: Parts) -> None:
    open_copy(parts, copy={"delivered": False, "how": "none", "why": "sem sinal"})
    assert len(print_on(parts, "58 mm")) == 2
    parts.page.get_by_role("button", name="Registrar que entreguei agora").dblclick()
    expect(parts.page.locator("[data-copy-delivered-at]")).to_contain_text("Entrega da via")
    expect(parts.page.locator("[data-copy-undelivered]")).to_be_hidden()
    payloads = parts.page.evaluate(
        """async () => {
          const app = document.querySelector('script[type="module"]').src;
          const { allEntries, openEntry } = await import(new URL("../outbox/entries.js", app));
          const found = (await allEntries()).filter(({ kind }) => kind === "annotation");
          return Promise.all(found.map(async ({ id }) => JSON.parse((await openEntry(id)).payload)));
        }"""
    )
    [payload] = payloads
    assert (payload["notice_id"], payload["kind"]) == (shown_id(parts), "delivery")
    assert payload["text"] == "Via impressa e entregue ao condutor."


def test_leaving_takes_the_names_out_of_the_page(parts: Parts) -> None:
    open_copy(parts)
    expect(parts.page.locator(".copy-sheet")).to_be_visible()
    parts.page.locator("[data-back]").click()
    parts.street.sees("home")
    assert "529.982.247-25" not in parts.page.content()


def test_no_rule_of_accessibility_is_broken(parts: Parts) -> None:
    open_copy(parts)
    expect(parts.page.locator(".copy-sheet")).to_be_visible()
    assert axe(parts.page) == []
