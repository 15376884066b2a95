"""What a program asked of the disk, read from strace, and the disks a power cut could leave.

Only what was synced is certain. Of what was written since, a cut may keep nothing, a prefix, or
any sectors (threats.md §2). An acknowledgement is a line `ack <id>` on standard output.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
# -y names the file behind each descriptor, -xx and -s keep every byte that was written.
STRACE = (
    "strace", "-f", "-y", "-xx", "-s", "4194304", "-qq",
    "-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync",
)  # fmt: skip
_CALL = re.compile(r"^\d+\s+(pwrite64|write|ftruncate|fsync|fdatasync)\((\d+)<([^>]*)>(.*)$")
_DONE = re.compile(r"\)\s+=\s+(-?\d+)")
_UNFINISHED, _RESUMED = " <unfinished ...>", re.compile(r"^(\d+)\s+<\.\.\. \w+ resumed>(.*)$")


@dataclass(frozen=True)
class Call:
    """One successful call on a watched file, or an acknowledgement (`name` "ack")."""

    name: str
    file: str
    offset: int = 0
    data: bytes = b""


@dataclass
class Image:
    """One file: what the disk surely has, and the writes since the last sync."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Call] = field(default_factory=list)

    def sync(self) -> None:
        """Everything written so far is certain now."""
        for call in self.pending:
            apply(self.synced, call)
        self.pending.clear()

    def after_cut(self, rng: Random, mode: str) -> bytes:
        """The bytes found when the power is back."""
        left = bytearray(self.synced)
        if mode == "none":
            return bytes(left)
        calls = self.pending
        if mode == "prefix":
            calls = calls[: rng.randint(0, len(calls))]
        for call in calls:
            for sector in sectors(call):
                if mode == "prefix" or rng.random() < 0.5:
                    apply(left, sector)
        return bytes(left)


def apply(content: bytearray, call: Call) -> None:
    """Do one write or truncation."""
    if call.name == "ftruncate":
        del content[call.offset :]
        content.extend(b"\0" * (call.offset - len(content)))
        return
    content.extend(b"\0" * (call.offset - len(content)))
    content[call.offset : call.offset + len(call.data)] = call.data


def sectors(call: Call) -> Iterator[Call]:
    """A write as the sectors a disk really writes; a truncation as itself."""
    if call.name == "ftruncate":
        yield call
        return
    at = 0
    while at < len(call.data):
        size = SECTOR - (call.offset + at) % SECTOR
        yield Call(call.name, call.file, call.offset + at, call.data[at : at + size])
        at += size


def read_log(log: Path, folder: Path) -> list[Call]:
    """Calls on files of `folder` in the order they ended, and the acknowledgements among them."""
    calls, open_lines = [], {}
    for line in log.read_text(errors="replace").splitlines():
        pid = line.split(" ", 1)[0]
        if line.endswith(_UNFINISHED):
            open_lines[pid] = line[: -len(_UNFINISHED)]
            continue
        resumed = _RESUMED.match(line)
        if resumed:
            line = open_lines.pop(pid, "") + resumed[2]
        calls += _calls(line, str(folder))
    return calls


def _calls(line: str, folder: str) -> Iterator[Call]:
    match = _CALL.match(line)
    done = _DONE.search(line)
    if match is None or done is None or int(done[1]) < 0:
        return
    name, descriptor, file, rest = match.groups()
    file = _unescaped(file)
    if name == "write" and descriptor == "1":
        for told in _data(rest).decode().splitlines():
            if told.startswith("ack "):
                yield Call("ack", told[4:])
    elif file.startswith(folder):
        yield from _file_call(name, file, rest)


def _file_call(name: str, file: str, rest: str) -> Iterator[Call]:
    if name == "pwrite64":
        yield Call(name, file, int(rest.rsplit(")", 1)[0].rsplit(",", 1)[1]), _data(rest))
    elif name == "ftruncate":
        yield Call(name, file, int(rest.strip(" ,").split(")", 1)[0]))
    elif name in {"fsync", "fdatasync"}:
        yield Call("sync", file)


def _data(rest: str) -> bytes:
    text = rest.split('"', 2)[1]
    return bytes.fromhex(text.replace("\\x", ""))


def _unescaped(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text


@dataclass(frozen=True)
class Cut:
    """The files after a power cut, and what had been acknowledged before it."""

    files: dict[str, bytes]
    acknowledged: tuple[str, ...]


def cuts(start: dict[str, bytes], calls: list[Call], count: int, rng: Random) -> Iterator[Cut]:
    """`count` disks after cuts at random moments; `start`: the files before the first call."""
    moments = sorted(rng.randrange(len(calls)) for _ in range(count))
    images = {name: Image(bytearray(content)) for name, content in start.items()}
    acknowledged: list[str] = []
    for at, call in enumerate(calls):
        while moments and moments[0] == at:
            moments.pop(0)
            mode = rng.choice(("none", "prefix", "sectors"))
            files = {name: image.after_cut(rng, mode) for name, image in images.items()}
            yield Cut(files, tuple(acknowledged))
        _advance(images, call, acknowledged)


def _advance(images: dict[str, Image], call: Call, acknowledged: list[str]) -> None:
    if call.name == "ack":
        acknowledged.append(call.file)
        return
    image = images.setdefault(call.file, Image())
    if call.name == "sync":
        image.sync()
    else:
        image.pending.append(call)
