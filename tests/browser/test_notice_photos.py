"""Photos of a notice: taken in the page, upright, on the phone at once; what cannot be opened is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, expect

from tests.browser.conftest import Planura, Street, at_work
from tests.browser.notice_parts import Parts, parts_of, photo_file
from tests.support.browser import Site, phone, show_camera

pytestmark = pytest.mark.browser

CORNERS = {"red": (0, 0), "lime": (1, 0), "blue": (0, 1), "yellow": (1, 1)}
# How a camera must turn and mirror upright pixels for each value of EXIF's orientation.
STORED_AS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.fixture
def parts(street: Street) -> Parts:
    """A draft on Ana's phone."""
    return parts_of(street)


@pytest.fixture
def refused(
    live_server: Site, planura: Planura, browser: Browser, camera_file: Path
) -> Iterator[Parts]:
    """The same on a phone whose owner does not allow the camera."""
    with phone(browser, permissions=()) as context:
        yield parts_of(at_work(live_server, planura, context, camera_file))


def chart(width: int = 2000, height: int = 1200) -> Image.Image:
    """Four corners, each in its own colour."""
    image = Image.new("RGB", (width, height), "black")
    for colour, (x, y) in CORNERS.items():
        box = (x * width // 2, y * height // 2, (x + 1) * width // 2, (y + 1) * height // 2)
        image.paste(colour, box)
    return image


def corners(image: Image.Image) -> list[str]:
    """The colours as they lie in a stored photo, by name; JPEG blurs them a little."""
    width, height = image.size
    names = {(True, False, False): "red", (False, True, False): "lime"}
    names |= {(False, False, True): "blue", (True, True, False): "yellow"}
    found = []
    for x, y in CORNERS.values():
        at = (width // 4 + x * width // 2, height // 4 + y * height // 2)
        pixel = image.convert("RGB").getpixel(at)
        assert isinstance(pixel, tuple)
        found.append(names[pixel[0] > 127, pixel[1] > 127, pixel[2] > 127])
    return found


def test_one_tap_takes_one_photo_that_is_stored_at_once(parts: Parts) -> None:
    show_camera(parts.street.camera, chart(1280, 720))
    parts.show_photos()
    parts.page.get_by_role("button", name="Tirar foto").click()
    expect(parts.page.locator("[data-photo-count]")).to_have_text(
        "1 de 6 fotos, guardadas neste telefone"
    )
    [photo] = parts.stored()
    [image] = parts.images()
    assert image.format == "JPEG" and max(image.size) <= 1600
    assert corners(image) == list(CORNERS)
    assert parts.page.evaluate("() => changes.at(-1).map(({sha256}) => sha256)") == [
        photo["sha256"]
    ]


def test_a_killed_page_loses_no_photo(parts: Parts) -> None:
    parts.show_photos()
    parts.page.get_by_role("button", name="Tirar foto").click()
    expect(parts.page.locator(".photo-row")).to_have_count(1)
    killed = parts.page
    parts.street.page = killed.context.new_page()
    killed.close()
    parts.street.open()
    parts.show_photos()
    expect(parts.page.locator(".photo-row img")).to_be_visible()
    assert len(parts.page.evaluate("() => changes.at(-1)")) == 1


def test_the_camera_is_opened_once_a_visit_and_switched_off(parts: Parts) -> None:
    parts.page.evaluate(
        "() => { window.tracks = []; const media = navigator.mediaDevices;"
        " const real = media.getUserMedia.bind(media); media.getUserMedia = async (wish) => {"
        " const stream = await real(wish); window.tracks.push(...stream.getTracks());"
        " return stream; }; }"
    )
    parts.show_photos()
    shutter = parts.page.get_by_role("button", name="Tirar foto")
    shutter.click()
    expect(parts.page.locator(".photo-row")).to_have_count(1)
    shutter.click()
    expect(parts.page.locator("[data-photo-problem]")).to_have_text("Esta foto já está na lista.")
    assert parts.page.evaluate("() => tracks.map((track) => track.readyState)") == ["live"]
    parts.page.evaluate("() => step.leave()")
    assert parts.page.evaluate("() => tracks.map((track) => track.readyState)") == ["ended"]


def test_the_shutter_is_large_enough_for_a_glove(parts: Parts) -> None:
    parts.show_photos()
    box = parts.page.get_by_role("button", name="Tirar foto").bounding_box()
    assert box and min(box["width"], box["height"]) >= 64


@pytest.mark.parametrize("orientation", STORED_AS)
def test_every_orientation_becomes_upright(parts: Parts, orientation: int) -> None:
    turn = STORED_AS[orientation]
    stored = chart().transpose(turn) if turn is not None else chart()
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Telefone da Ana"
    parts.show_photos()
    parts.pick(photo_file(stored, exif=exif))
    expect(parts.page.locator(".photo-row")).to_have_count(1)
    [image] = parts.images()
    assert (image.size, corners(image)) == ((1600, 960), list(CORNERS))
    assert not image.getexif() and b"Telefone" not in bytes(parts.stored()[0]["bytes"])


BROKEN = FilePayload(name="a.heic", mimeType="image/heic", buffer=b"\0\0\0\x18ftypheic\0\0\0\0")
EMPTY = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=b"")
CUT = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=b"\xff\xd8\xff\xe0\0\x10JFIF")


@pytest.mark.parametrize(
    ("file", "words"), [(BROKEN, "HEIC"), (EMPTY, "0 bytes"), (CUT, "não é uma imagem")]
)
def test_what_cannot_be_opened_is_told_and_nothing_changes(
    parts: Parts, file: FilePayload, words: str
) -> None:
    parts.show_photos()
    parts.pick(file)
    problem = parts.page.locator("[data-photo-problem]")
    expect(problem).to_contain_text(words)
    expect(problem).to_contain_text("O que você escreveu está guardado")
    assert parts.stored() == [] and parts.page.evaluate("() => changes") == []


def test_48_megapixels_are_told_before_they_are_opened(parts: Parts) -> None:
    parts.show_photos()
    parts.page.evaluate("() => { window.createImageBitmap = () => { throw Error('opened'); }; }")
    parts.pick(photo_file(Image.new("L", (8064, 6048))))
    expect(parts.page.locator("[data-photo-problem]")).to_contain_text("49 megapixels")
    assert parts.stored() == []


def test_a_good_photo_after_bad_ones_still_enters_and_the_bad_ones_stay_told(parts: Parts) -> None:
    parts.show_photos()
    parts.pick(EMPTY, photo_file(chart()))
    expect(parts.page.locator(".photo-row")).to_have_count(1)
    expect(parts.page.locator("[data-photo-problem]")).to_contain_text("0 bytes")


def test_six_at_most_and_one_removed_makes_room(parts: Parts) -> None:
    parts.show_photos()
    parts.pick(*(photo_file(chart(400 + n, 300)) for n in range(7)))
    expect(parts.page.locator(".photo-row")).to_have_count(6)
    expect(parts.page.locator("[data-photo-problem]")).to_contain_text("no máximo 6")
    parts.page.get_by_role("button", name="Remover Foto 2", exact=True).click()
    parts.page.get_by_role("button", name="Remover mesmo Foto 2").click()
    expect(parts.page.locator(".photo-row")).to_have_count(5)
    assert len(parts.stored()) == 5
    expect(parts.page.get_by_role("button", name="Tirar foto")).to_be_enabled()


def test_a_caption_is_kept_letter_by_letter(parts: Parts) -> None:
    parts.show_photos()
    parts.pick(photo_file(chart()))
    parts.page.get_by_label("Legenda da Foto 1").press_sequentially("pneu liso")
    parts.page.evaluate("() => step.settled()")
    assert [photo["caption"] for photo in parts.stored()] == ["pneu liso"]
    assert parts.page.evaluate("() => changes.at(-1)[0].caption") == "pneu liso"


def test_a_full_phone_says_so_and_keeps_what_was_there(parts: Parts) -> None:
    parts.show_photos()
    parts.pick(photo_file(chart()))
    expect(parts.page.locator(".photo-row")).to_have_count(1)
    parts.page.evaluate(
        "() => { window.put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put ="
        " () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    parts.pick(photo_file(chart(900, 700)))
    expect(parts.page.locator("[data-photo-problem]")).to_contain_text("sem espaço")
    parts.page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    assert len(parts.stored()) == 1
    parts.pick(photo_file(chart(900, 700)))
    expect(parts.page.locator(".photo-row")).to_have_count(2)


def test_little_room_is_told_before_a_photo_is_taken(parts: Parts) -> None:
    parts.page.evaluate(
        "() => { navigator.storage.estimate = async () => ({quota: 2e9, usage: 2e9 - 1e6}); }"
    )
    parts.show_photos()
    expect(parts.page.locator("[data-photo-problem]")).to_contain_text("sem espaço")


def test_a_refused_camera_is_explained_and_a_saved_photo_enters(refused: Parts) -> None:
    refused.show_photos()
    expect(refused.page.locator('[data-photo-message="explain"]')).to_be_visible()
    refused.page.get_by_role("button", name="Usar a câmera").click()
    expect(refused.page.locator('[data-photo-message="denied"]')).to_contain_text(
        "A câmera está bloqueada"
    )
    refused.pick(photo_file(chart()))
    expect(refused.page.locator(".photo-row")).to_have_count(1)


def test_a_camera_without_picture_is_opened_once_more_and_then_told(parts: Parts) -> None:
    parts.page.evaluate(
        "() => { window.asked = 0; navigator.mediaDevices.getUserMedia = async () => {"
        " window.asked += 1; return document.createElement('canvas').captureStream(0); }; }"
    )
    parts.show_photos()
    expect(parts.page.locator('[data-photo-message="frozen"]')).to_be_visible(timeout=15_000)
    expect(parts.page.get_by_role("button", name="Tirar foto")).to_be_hidden()
    assert parts.page.evaluate("() => window.asked") == 2
