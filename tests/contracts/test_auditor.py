"""The second verifier stays what an auditor can read alone: short, and of the standard library."""

import ast
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "auditor"
PROGRAMS = ("verificar.py", "assinaturas.py")


def imported(name: str) -> set[str]:
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_has_at_most_150_lines(name: str) -> None:
    assert len((FOLDER / name).read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_imports_only_the_standard_library(name: str) -> None:
    assert imported(name) <= sys.stdlib_module_names


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_runs_nothing_that_its_text_does_not_show(name: str) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse((FOLDER / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"__import__", "eval", "exec", "compile"}


def test_the_guide_names_each_program_and_each_code() -> None:
    guide = (FOLDER / "LEIAME.md").read_text(encoding="utf-8")
    assert all(name in guide for name in PROGRAMS)
    assert all(f"| {code} |" in guide for code in (0, 2, 3, 4, 5, 6, 7))
