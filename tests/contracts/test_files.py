"""What the repository must not carry: addresses of registries, paths of machines, foreign files."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[Path]:
    out = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True
    )
    return [ROOT / line for line in out.splitlines() if (ROOT / line).is_file()]


def test_lock_files_carry_no_addresses() -> None:
    locks = [ROOT / "package-lock.json", *ROOT.glob("requirements*.txt")]
    found = [
        p.name for p in locks if re.search(r"resolved|https?://(?!.*fund|.*sponsor)", p.read_text())
    ]
    assert not found, f"regenerate without addresses: {found}"


def test_every_requirement_has_a_hash() -> None:
    for path in ROOT.glob("requirements*.txt"):
        names = re.findall(r"^[a-zA-Z][\w.-]*==", path.read_text(), re.M)
        assert path.read_text().count("--hash=") >= len(names), path.name


def test_vendored_files_have_the_listed_hashes() -> None:
    for row in json.loads((ROOT / ".ci/vendor.json").read_text()):
        data = (ROOT / "static/vendor" / row["to"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == row["sha256"], row["to"]


def test_top_level_is_as_the_owner_fixed_it() -> None:
    fixed = {
        "app",
        "templates",
        "static",
        "migrations",
        "tests",
        "wsgi.py",
        "pyproject.toml",
        "README.md",
    }
    tools = {
        ".ci",
        ".gitignore",
        "Makefile",
        "CHANGELOG.md",
        "docs",
        "package.json",
        "package-lock.json",
    }
    tools |= {
        f"requirements{x}"
        for x in (".in", ".txt", "-test.in", "-test.txt", "-node.in", "-node.txt")
    }
    top = {p.relative_to(ROOT).parts[0] for p in tracked()}
    assert top <= fixed | tools, f"not agreed: {top - fixed - tools}"


def test_no_file_names_a_place_of_this_machine() -> None:
    pattern = re.compile(r"/work/(main|shared)|/root/|\.pyenv")
    texts = [
        p
        for p in tracked()
        if p.suffix in {".py", ".md", ".toml", ".js", ".html", ".txt", ".in", ".json"}
    ]
    found = [
        str(p.relative_to(ROOT))
        for p in texts
        if p != Path(__file__) and pattern.search(p.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not found, f"remove machine paths: {found}"
