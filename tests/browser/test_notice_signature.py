"""The signature: strokes that survive turning the phone, one pointer at a time, never a dot."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Street
from tests.browser.notice_parts import RECORD, Parts, parts_of
from tests.support.notice_cases import catalogue_for

pytestmark = pytest.mark.browser

SIGNED = RECORD["ending"]["signature"]
INK = """() => {
  const canvas = document.querySelector(".sign-canvas");
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  let [left, right, top, bottom, count] = [1, 0, 1, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if (data[4 * at + 3] < 128) continue;
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    count += 1;
  }
  return { left, right, top, bottom, count, pixels: width, css: canvas.clientWidth };
}"""


@pytest.fixture
def parts(street: Street) -> Parts:
    """Ana's phone."""
    return parts_of(street)


def write(parts: Parts, *points: tuple[float, float]) -> None:
    """One stroke of the mouse; points as shares of the sheet."""
    box = parts.page.locator(".sign-canvas").bounding_box()
    assert box
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in points]
    parts.page.mouse.move(*at[0])
    parts.page.mouse.down()
    for place in at[1:]:
        parts.page.mouse.move(*place, steps=8)
    parts.page.mouse.up()


def signed(parts: Parts) -> dict[str, Any] | None:
    value: dict[str, Any] | None = parts.page.evaluate("() => window.signed")
    return value


def test_a_stroke_is_kept_as_integer_points_of_the_sheet(parts: Parts) -> None:
    parts.show_pad()
    write(parts, (0.1, 0.5), (0.5, 0.2), (0.9, 0.8))
    value = signed(parts)
    assert value and (value["w"], value["h"], len(value["strokes"])) == (1200, 600, 1)
    [points] = value["strokes"]
    assert all(isinstance(number, int) for number in points)
    assert points[:2] == pytest.approx([120, 300], abs=8)
    assert points[-2:] == pytest.approx([1080, 480], abs=8)
    assert not parts.page.evaluate("() => pad.isBlank()")


def test_turning_the_phone_keeps_the_signature_in_its_place(parts: Parts) -> None:
    parts.show_pad(SIGNED)
    upright = parts.page.evaluate(INK)
    parts.page.set_viewport_size({"width": 740, "height": 360})
    parts.page.wait_for_function(
        "(before) => document.querySelector('.sign-canvas').width !== before", arg=upright["pixels"]
    )
    lying = parts.page.evaluate(INK)
    assert lying["pixels"] > upright["pixels"] and lying["count"] > upright["count"]
    for edge in ("left", "right", "top", "bottom"):
        assert lying[edge] == pytest.approx(upright[edge], abs=0.02)
    assert signed(parts) == SIGNED


def test_a_dot_is_no_signature_and_says_so(parts: Parts) -> None:
    parts.show_pad()
    write(parts, (0.5, 0.5), (0.503, 0.5))
    expect(parts.page.locator("[data-signature-said]")).to_contain_text("ponto ou risco não vale")
    assert parts.page.evaluate("() => pad.isBlank()") and signed(parts) is None


def test_undo_takes_the_last_stroke_and_clear_all(parts: Parts) -> None:
    parts.show_pad(SIGNED)
    parts.page.get_by_role("button", name="Desfazer").click()
    assert signed(parts) == {**SIGNED, "strokes": SIGNED["strokes"][:1]}
    parts.page.get_by_role("button", name="Limpar").click()
    assert signed(parts) is None and parts.page.evaluate(INK)["count"] == 0


def test_a_second_finger_and_a_palm_leave_no_mark(parts: Parts) -> None:
    parts.show_pad()
    parts.page.evaluate(
        """() => {
          const canvas = document.querySelector(".sign-canvas");
          canvas.setPointerCapture = () => undefined;
          const box = canvas.getBoundingClientRect();
          const touch = (type, pointerId, x, y, width = 20) => canvas.dispatchEvent(new PointerEvent(type, {
            pointerId, pointerType: "touch", width, height: width, bubbles: true, cancelable: true,
            clientX: box.left + x * box.width, clientY: box.top + y * box.height,
          }));
          touch("pointerdown", 5, 0.9, 0.9, 140);
          touch("pointermove", 5, 0.1, 0.9, 140);
          touch("pointerup", 5, 0.1, 0.9, 140);
          touch("pointerdown", 1, 0.1, 0.1);
          touch("pointerdown", 2, 0.9, 0.9);
          touch("pointermove", 2, 0.5, 0.9);
          touch("pointermove", 1, 0.5, 0.1);
          touch("pointerup", 2, 0.5, 0.9);
          touch("pointercancel", 1, 0.5, 0.1);
        }"""
    )
    value = signed(parts)
    assert value and value["strokes"] == [[120, 60, 600, 60]]


def test_a_finger_writes_and_the_page_stays_where_it_is(parts: Parts) -> None:
    parts.show_pad()
    parts.page.evaluate("() => { document.body.style.minHeight = '3000px'; scrollTo(0, 0); }")
    box = parts.page.locator(".sign-canvas").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"]
    client = parts.page.context.new_cdp_session(parts.page)
    for kind, share in (("touchStart", 0.9), ("touchMove", 0.5), ("touchMove", 0.1)):
        place = {"x": x, "y": y + share * box["height"]}
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    parts.page.wait_for_function("() => window.signed")
    value = signed(parts)
    assert value and value["strokes"][0][:2] == pytest.approx([600, 540], abs=8)
    assert parts.page.evaluate("() => scrollY") == 0


def test_lines_are_sharp_on_a_dense_screen(parts: Parts) -> None:
    parts.page.evaluate("() => Object.defineProperty(window, 'devicePixelRatio', {value: 2.625})")
    parts.show_pad(SIGNED)
    ink = parts.page.evaluate(INK)
    assert ink["pixels"] == round(ink["css"] * 2.625)


def test_the_whole_screen_gives_more_room_and_back(parts: Parts) -> None:
    parts.page.set_viewport_size({"width": 740, "height": 360})
    parts.show_pad(SIGNED)
    parts.page.get_by_role("button", name="Tela cheia").click()
    expect(parts.page.locator(".sign-pad")).to_have_attribute("data-full", "")
    box = parts.page.locator(".sign-canvas").bounding_box()
    assert box and box["width"] >= 440 and box["y"] >= 0
    assert box["y"] + box["height"] <= 360
    parts.page.get_by_role("button", name="Pronto").click()
    expect(parts.page.get_by_role("button", name="Tela cheia")).to_be_visible()
    assert signed(parts) == SIGNED


def test_who_cannot_use_a_pointer_is_told_the_other_way(parts: Parts) -> None:
    parts.show_pad()
    names = {row["kind"]: row["name"] for row in catalogue_for("planura-2025")["endings"]}
    expect(parts.page.locator(".sign-other")).to_contain_text(f"Marque “{names['refused']}” acima")
    expect(parts.page.locator(".sign-canvas")).to_have_accessible_name(
        re.compile(f"marque acima “{names['refused']}”")
    )
