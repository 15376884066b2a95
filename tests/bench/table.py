"""One line of the printed table."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured, its value, its ratio to the yardstick and the goal."""

    what: str
    value: str
    ratio: str = ""
    goal: str = ""


def show(rows: list[Row]) -> str:
    """Aligned columns for a terminal."""
    cells = [
        ("measured", "value", "ratio", "goal"),
        *((r.what, r.value, r.ratio, r.goal) for r in rows),
    ]
    widths = [max(len(c[i]) for c in cells) for i in range(4)]
    return "\n".join(
        "  ".join(v.ljust(w) for v, w in zip(c, widths, strict=True)).rstrip() for c in cells
    )
