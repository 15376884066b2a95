"""The shape of the demo's cases: the steps taken in each, by whom and when. Pure.

`at` and `minutes` as in `table_notices`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True)
class CaseAct:
    """One step. `by`: a login of the table, or "system"; `files`: questions answered with a paper.

    `persons`: questions answered with people, by their logins; `days`: answers that are a day, by
    its offset from the day of loading.
    """

    step: str
    by: str
    at: int
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    minutes: int = 0
    files: tuple[str, ...] = ()
    persons: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    days: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class DemoSanction:
    """A process over notices of the table; its first act proposes it."""

    key: str
    over: tuple[str, ...]  # keys of papers
    acts: tuple[CaseAct, ...]
