"""The shape of the code: small files, short functions, words, one place that commits."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APP = sorted((ROOT / "app").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
FORBIDDEN_NAMES = {"utils", "helpers", "core", "main", "misc", "common"}


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def functions(paths: list[Path]) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


@pytest.mark.parametrize(
    ("paths", "limit"), [(APP, 400), (TESTS, 400), (SCRIPTS, 250), (TEMPLATES, 150)]
)
def test_no_file_is_too_long(paths: list[Path], limit: int) -> None:
    long = {str(p.relative_to(ROOT)): lines(p) for p in paths if lines(p) > limit}
    assert not long, f"split by task: {long}"


def test_no_function_is_over_fifty_lines() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path, node in functions(APP)
        if (node.end_lineno or 0) - node.lineno + 1 > 50
    ]
    assert not long, f"split: {long}"


def test_no_view_is_over_forty_lines() -> None:
    views = [p for p in APP if p.name.startswith("views")]
    long = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path, node in functions(views)
        if (node.end_lineno or 0) - node.lineno + 1 > 40
    ]
    assert not long, f"a view is a sentence: {long}"


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(p.relative_to(ROOT))
        for p in APP
        if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))
    ]
    assert not silent, f"open with a docstring: {silent}"


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = [str(p.relative_to(ROOT)) for p in APP if p.stem in FORBIDDEN_NAMES]
    assert not vague, f"name it after its task: {vague}"


def test_one_place_commits() -> None:
    allowed = {"app/persistence/transaction.py"}
    found = {str(p.relative_to(ROOT)) for p in APP if ".commit()" in p.read_text(encoding="utf-8")}
    assert found <= allowed, f"use transaction(): {found - allowed}"


def test_one_place_reads_the_clock() -> None:
    allowed = {"app/web/clock.py"}
    found = {
        str(p.relative_to(ROOT))
        for p in APP
        if any(
            c in p.read_text(encoding="utf-8") for c in ("datetime.now(", "date.today(", "utcnow(")
        )
    }
    assert found <= allowed, f"take `now` as an argument: {found - allowed}"


def test_one_module_names_htmx_headers() -> None:
    allowed = {"app/web/htmx.py"}
    found = {str(p.relative_to(ROOT)) for p in APP if '"HX-' in p.read_text(encoding="utf-8")}
    assert found <= allowed, f"go through app/web/htmx.py: {found - allowed}"


def test_no_template_switches_escaping_off() -> None:
    found = [
        str(p.relative_to(ROOT))
        for p in TEMPLATES
        if "|safe" in p.read_text(encoding="utf-8").replace(" ", "")
    ]
    assert not found, f"no |safe: {found}"


def test_every_test_asserts_something() -> None:
    idle = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path, node in functions([p for p in TESTS if p.name.startswith("test_")])
        if node.name.startswith("test_") and not _asserts(node)
    ]
    assert not idle, f"a test without assertion cannot fail: {idle}"


def _asserts(node: ast.FunctionDef) -> bool:
    # `client.get(...)`, `pytest.raises`, `expect(...)` and named checks assert inside.
    words = ("assert", "raises", "client.get", "client.post", "expect(", "check_", "sign_in")
    words += ("visitor.get", "street.word(", "street.wait_for_", "agent.word(")
    words += ("run_state_machine_as_test",)  # its invariants do
    return any(word in ast.unparse(node) for word in words)
