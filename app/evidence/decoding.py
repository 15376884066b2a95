"""Pictures from strangers' phones, decoded in a child process with limits (threats.md T45).

One process per picture: it costs some tens of milliseconds more than a standing pool and leaves
nothing of one stranger's file beside the next one's.
"""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from signal import SIGKILL, SIGXCPU
from threading import BoundedSemaphore
from typing import Final

BYTES_MAX: Final = 8 * 1024 * 1024
_CHILD: Final = Path(__file__).with_name("decode_child.py")
_AT_ONCE: Final = BoundedSemaphore(2)  # per server process: bounds memory, leaves a core to others
_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"}
)


class Why(StrEnum):
    """Why a picture cannot be shown."""

    EMPTY = "empty"
    HEAVY = "heavy"  # over 8 MB
    HEIC = "heic"
    UNKNOWN = "unknown"  # no JPEG, PNG or WebP
    LARGE = "large"  # over 24 megapixels or 12,000 px a side
    MOVING = "moving"
    BROKEN = "broken"
    MEMORY = "memory"  # over the child's memory
    TIME = "time"  # over the child's time


class Undecodable(Exception):
    """The picture gives no copy; `why` says it."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Copies:
    """Longest sides, in px, of the copies to make; `square` cuts the small one to a square."""

    side: int
    thumbnail: int
    square: bool


@dataclass(frozen=True)
class Limits:
    """Of the child: address space in bytes, processor seconds, seconds on the wall and in line."""

    memory: int = 512 * 1024 * 1024
    seconds: int = 10
    wall: float = 20.0  # a busy machine must not make a sound photo unreadable
    patience: float = 3.0  # waiting for a free place among the children


@dataclass(frozen=True)
class Look:
    """What tells a picture from others: difference hashes as hex, 128 bits and 512 bits.

    `plain`: a covered lens or a bare wall, alike to every other; `tagged`: with a camera's Exif.
    """

    print: str
    fine: str
    plain: bool
    tagged: bool


@dataclass(frozen=True)
class Decoded:
    """Two upright JPEGs without metadata, and what the original was."""

    shown: bytes
    thumbnail: bytes
    format: str
    width: int
    height: int
    orientation: int  # Exif 1 to 8, as the original lies
    look: Look
    peak_kb: int


LIMITS: Final = Limits()


def decode(content: bytes, copies: Copies, limits: Limits = LIMITS) -> Decoded:
    """The safe copies of a picture, or `Undecodable` for what will never give any.

    OSError when the machine is at fault (no process, no memory, too busy): try again later.
    """
    if not content:
        raise Undecodable(Why.EMPTY)
    if len(content) > BYTES_MAX:
        raise Undecodable(Why.HEAVY)
    if content[4:8] == b"ftyp" and content[8:12].lower() in _HEIF_BRANDS:
        raise Undecodable(Why.HEIC)
    head, _, pictures = _run(content, copies, limits).partition(b"\n")
    told = json.loads(head)
    if "why" in told:
        raise Undecodable(Why(told["why"]))
    first, second = told["sizes"]
    return Decoded(
        pictures[:first],
        pictures[first : first + second],
        told["format"],
        told["width"],
        told["height"],
        told["orientation"],
        Look(told["print"], told["fine"], told["plain"], told["tagged"]),
        told["peak_kb"],
    )


def _run(content: bytes, copies: Copies, limits: Limits) -> bytes:
    orders = {**asdict(copies), "memory": limits.memory, "seconds": limits.seconds}
    command = [sys.executable, "-I", str(_CHILD), json.dumps(orders)]
    # A server has few threads: hostile pictures may hold two of them, the others go on.
    if not _AT_ONCE.acquire(timeout=limits.patience):
        raise OSError("the decoder is busy with other pictures")
    try:
        done = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limits.wall,
            check=False,
            env={},  # the server's environment holds its secrets
            cwd="/",
        )
    except subprocess.TimeoutExpired:
        raise OSError("the decoder had no time on this machine") from None
    finally:
        _AT_ONCE.release()
    if done.returncode == -SIGXCPU:
        raise Undecodable(Why.TIME)
    if done.returncode == -SIGKILL or done.returncode > 0:
        raise OSError(f"the decoder ended with {done.returncode}")
    if done.returncode < 0:  # a library of the child gave up in the middle
        raise Undecodable(Why.BROKEN)
    return done.stdout
