"""Token buckets in memory: how often one address may ask, for microseconds a question.

Each process counts for itself; the front proxy's limit is the one for the whole installation.
"""

import ipaddress
import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final

_MOST_KEYS: Final = 50_000


class Buckets:
    """At most `per_minute` uses for each key, all of which may come at once."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.capacity = float(per_minute)
        self.rate = per_minute / 60
        self.clock = clock
        self._held: dict[str, tuple[float, float]] = {}

    def wait(self, key: str) -> int:
        """Take one; 0 when there was one, else the whole seconds until there is."""
        now = self.clock()
        left, last = self._held.get(key, (self.capacity, now))
        left = min(self.capacity, left + (now - last) * self.rate)
        if left < 1:
            self._held[key] = (left, now)
            return max(1, math.ceil((1 - left) / self.rate))
        if len(self._held) >= _MOST_KEYS and key not in self._held:
            self._forget(now)
        self._held[key] = (left - 1, now)
        return 0

    def clear(self) -> None:
        """Forget everybody."""
        self._held.clear()

    def _forget(self, now: float) -> None:
        """Drop keys that are full again; a flood of new addresses drops all rather than grow."""
        full = self.capacity / self.rate
        kept = {key: held for key, held in self._held.copy().items() if now - held[1] < full}
        self._held = kept if len(kept) < _MOST_KEYS else {}


class PublicLimits:
    """The limits of the pages that anybody may open (threats.md T01)."""

    def __init__(self) -> None:
        self.codes = Buckets(300)
        self.plates = Buckets(10)
        self.plates_of_all = Buckets(600)
        self.reports = Buckets(10)
        self.reports_of_all = Buckets(60)

    def plate_wait(self, address: str) -> int:
        """Seconds before this address may ask for one more plate; 0 takes a turn."""
        return self.plates.wait(address_key(address)) or self.plates_of_all.wait("")

    def report_wait(self, address: str) -> int:
        """The same for different-plate reports."""
        return self.reports.wait(address_key(address)) or self.reports_of_all.wait("")

    def clear(self) -> None:
        """Forget everybody."""
        for buckets in vars(self).values():
            buckets.clear()


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """What counts as one asker: an IPv4 address, or the /64 that one IPv6 household gets."""
    if ":" not in address:
        return address
    return address_prefix(address, v6=64)


def address_prefix(address: str, *, v4: int = 24, v6: int = 48) -> str:
    """An address cut to a prefix ("203.0.113.0/24"), so that it names no person; "" if it is none."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    length = v4 if parsed.version == 4 else v6
    return str(ipaddress.ip_network(f"{parsed}/{length}", strict=False))
