"""Decodes one stranger's picture in a process of its own: `python -I decode_child.py <orders>`.

Run as a file, never imported by the server: it knows Pillow alone, gets the bytes on stdin, no
environment and no open file, and may use little memory and time (threats.md T45). Answers one
line of JSON and, after it, the JPEGs it made.
"""

import io
import json
import os
import re
import resource
import sys
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageOps, UnidentifiedImageError

PIXELS_MAX: Final = 24_000_000
SIDE_MAX: Final = 12_000
PLAIN_BELOW: Final = 24  # of 255, between the darkest and brightest of 16 × 16 cells
FORMATS: Final = ("JPEG", "PNG", "WEBP")
_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_BOMBS: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class Refused(Exception):
    """What is wrong with the picture, as a value of `decoding.Why`."""


def main() -> None:
    """Limits first, then the bytes."""
    orders = json.loads(sys.argv[1])
    _limit(orders["memory"], orders["seconds"])
    answer, pictures = _answer(sys.stdin.buffer.read(), orders)
    answer.update(peak_kb=_peak_kb(), sizes=[len(picture) for picture in pictures])
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + b"".join(pictures))


def _limit(memory: int, seconds: int) -> None:
    """Behind the server in the queue for the processor; no core dump, no file written."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # At the soft limit the signal says what happened; a hard one as low would come as a plain kill.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _answer(content: bytes, orders: dict[str, Any]) -> tuple[dict[str, object], list[bytes]]:
    try:
        return _copies(content, orders)
    except Refused as refused:
        return {"why": str(refused)}, []
    except UnidentifiedImageError:
        return {"why": "unknown"}, []
    except _BOMBS:
        return {"why": "large"}, []
    except MemoryError:
        return {"why": "memory"}, []
    except Exception:  # a stranger's bytes reach every corner of Pillow: struct, zlib, index …
        return {"why": "broken"}, []


def _copies(content: bytes, orders: dict[str, Any]) -> tuple[dict[str, object], list[bytes]]:
    image = _opened(content)
    orientation, (width, height) = _orientation(image), image.size
    tagged = _is_tagged(image)
    found: dict[str, object] = {
        "format": str(image.format), "width": width, "height": height, "orientation": orientation,
    }  # fmt: skip
    side, thumbnail = orders["side"], orders["thumbnail"]
    # A camera's JPEG is decoded at a fraction of its size; others ignore this.
    image.draft("RGB", (side * 2, side * 2))
    # Made small before it is turned: a second copy of 24 million points would not fit.
    shown = _on_white(image)
    shown.thumbnail((side, side))
    if orientation in _TURNS:
        shown = shown.transpose(_TURNS[orientation])
    shown.info.clear()  # Pillow would write a comment back
    found.update(_look(shown), tagged=tagged)
    small = shown.copy()
    if orders["square"]:
        small = ImageOps.fit(shown, (thumbnail, thumbnail))
    else:
        small.thumbnail((thumbnail, thumbnail))
    return found, [_jpeg(shown), _jpeg(small)]


def _opened(content: bytes) -> Image.Image:
    """Only the header is read here: nothing is decoded before its size is known."""
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    width, height = image.size
    if width * height > PIXELS_MAX or max(width, height) > SIDE_MAX:
        raise Refused("large")
    # A camera's JPEG may carry a second picture (MPO); a moving PNG or WebP is no photo.
    if image.format in ("PNG", "WEBP") and getattr(image, "n_frames", 1) > 1:
        raise Refused("moving")
    return image


def _orientation(image: Image.Image) -> int:
    """1 to 8; a damaged Exif block must not cost the picture."""
    try:
        said = image.getexif().get(_ORIENTATION, 1)
    except Exception:
        return 1
    return said if isinstance(said, int) and 1 <= said <= 8 else 1


def _is_tagged(image: Image.Image) -> bool:
    """Whether a camera app left its Exif block; what the page draws anew has none."""
    try:
        return bool(set(image.getexif()) - {_ORIENTATION})
    except Exception:
        return True


def _look(image: Image.Image) -> dict[str, object]:
    """Two difference hashes (rows, then columns), and whether there is next to nothing to see.

    Own lines: the usual library brings numpy and scipy. 8 × 8 cells are searched by, 16 × 16 decide.
    """
    grey = image.convert("L")
    cells = grey.resize((16, 16), Image.Resampling.LANCZOS).tobytes()
    return {
        "print": _differences(grey, 8),
        "fine": _differences(grey, 16),
        "plain": max(cells) - min(cells) < PLAIN_BELOW,
    }


def _differences(grey: Image.Image, n: int) -> str:
    """2 n² bits as hex: is each cell brighter than its right, and than its lower, neighbour?"""
    across = grey.resize((n + 1, n), Image.Resampling.LANCZOS).tobytes()
    down = grey.resize((n, n + 1), Image.Resampling.LANCZOS).tobytes()
    bits = [
        across[y * (n + 1) + x] > across[y * (n + 1) + x + 1] for y in range(n) for x in range(n)
    ]
    bits += [down[i] > down[i + n] for i in range(n * n)]
    return f"{sum(1 << i for i, bit in enumerate(bits) if bit):0{n * n // 2}x}"


def _on_white(image: Image.Image) -> Image.Image:
    """RGB; what is transparent becomes white instead of black."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    with_alpha = image.convert("RGBA")
    paper = Image.new("RGB", with_alpha.size, "white")
    paper.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return paper


def _jpeg(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=82, optimize=True)
    return buffer.getvalue()


def _peak_kb() -> int:
    """Largest resident memory of this process alone (`ru_maxrss` starts at the parent's)."""
    said = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(said[1]) if said else 0


if __name__ == "__main__":
    main()
