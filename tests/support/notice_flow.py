"""An agent writing a notice in the field app, step by step, as the page asks."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

FACTS = "Vistoria vencida; o condutor disse que “esqueceu” de marcá-la. Nada a declarar."
NOT_SHOWN = "Não apresentou documento"


@dataclass
class Writer:
    """The open notice on a phone; each verb does one step and, where told, goes on."""

    page: Page
    taps: int = 0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """A button by its name."""
        self.page.get_by_role("button", name=name, exact=exact).click()
        self.taps += 1

    def at(self, step: str) -> None:
        """Wait for a step."""
        self.page.locator(f'[data-view="notice"][data-now="{step}"]').wait_for()

    def go_on(self, name: str = "Continuar") -> None:
        """The main action."""
        self.tap(name)

    def begin(self) -> None:
        """From a verdict."""
        self.tap("Lavrar auto")
        self.at("type")

    def choose_type(self, title: str, *, kind: str = "", **ticks: str) -> None:
        """A type by its title, then the document where it is not the first one."""
        self.page.locator(".notice-type").filter(has_text=title).first.click()
        self.taps += 1
        if kind:
            self.choose(kind)
        for words in ticks.values():
            self.choose(words)

    def choose(self, label: str) -> None:
        """A radio or a tick by the beginning of its label."""
        self.page.locator("label.field-radio").filter(has_text=label).locator(
            "visible=true"
        ).first.click()
        self.taps += 1

    def confirm_all(self) -> None:
        """Compare each value that waits."""
        waiting = self.page.locator('[data-confirm][aria-pressed="false"]:visible')
        while waiting.count():
            waiting.first.click()
            self.taps += 1

    def vehicle(self) -> None:
        """The car is the one of the list; its papers were not shown."""
        self.at("vehicle")
        self.confirm_all()
        self.tap("Documento do carro não apresentado")
        self.go_on()

    def people(self, driver: str = "Davi N.") -> None:
        """The driver of the list without papers, the owner left to the office."""
        self.at("people")
        self.tap(driver)
        self.tap(NOT_SHOWN)
        self.choose("Pendente de consulta")
        self.confirm_all()
        self.go_on()

    def facts(self, text: str = FACTS, *, ufm: str = "") -> None:
        """Place by position; the account, and the value where the agent proposes one."""
        self.at("facts")
        expect(self.page.locator("[data-notice-position]")).to_have_text("Lugar: ±12 m, bom")
        self.page.get_by_label("O que aconteceu").fill(text)
        if ufm:
            self.page.get_by_label("Valor proposto, em UFM").fill(ufm)
            self.page.get_by_label("Por que este valor?").fill("Vencida há um dia, primeira vez")
        self.go_on()

    def photo(self, shots: int = 1) -> None:
        """Photos with the in-page camera."""
        self.at("photos")
        for shot in range(shots):
            self.page.locator("[data-shutter]:enabled").click()
            self.page.locator(".photo-row").nth(shot).wait_for()
        self.go_on()

    def to_review(self, title: str) -> None:
        """From the first step to the document to read, the shortest way with an auto and a fine."""
        self.choose_type(title)
        self.go_on()
        self.vehicle()
        self.people()
        self.facts(ufm="2,5")
        self.photo(0)
        self.at("measures")
        self.go_on()
        self.at("review")

    def read(self) -> None:
        """The driver has read it."""
        self.at("review")
        self.go_on("O condutor leu; continuar")
        self.at("ending")

    def sign(self, copy: str = "Enviada ao celular") -> None:
        """The driver signs, and gets a copy."""
        self.choose("Assinou")
        self.draw()
        self.choose(copy)

    def draw(self) -> None:
        """A signature with the finger."""
        canvas = self.page.locator("[data-pad] canvas")
        canvas.evaluate("(pad) => pad.scrollIntoView({block: 'center'})")
        box = canvas.bounding_box()
        assert box is not None
        left, top = box["x"] + 40, box["y"] + box["height"] / 3
        self.page.mouse.move(left, top)
        self.page.mouse.down()
        for at in range(20):
            self.page.mouse.move(left + at * 10, top + (at % 4) * 12)
        self.page.mouse.up()
        expect(self.page.locator("[data-signature-said]")).to_contain_text("Assinatura guardada")

    def finish(self, name: str = "Lavrar o auto") -> None:
        """Freeze it."""
        self.go_on(name)
        self.at("done")

    def number(self) -> str:
        """The number on the screen."""
        return self.page.locator("[data-done-number]").inner_text()
