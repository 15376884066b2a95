"""What the loaders of notice.toml and inspection.toml ask alike: topics, provisions, ids, options."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from app.regulation.loader_files import Folder

Complaint = tuple[str, str]  # key, Portuguese reason


def topic_complaints(known: Collection[str], given: Iterable[str]) -> Iterator[Complaint]:
    """Topics of the form without a row of articles, and rows of no topic or twice."""
    count = Counter(given)
    for topic in known:
        if topic not in count:
            yield "basis", f"falta o assunto “{topic}”; sem artigos, escreva refs = []"
    for topic, times in count.items():
        if topic not in known or times > 1:
            yield "basis", f"o assunto “{topic}” não existe ou está repetido"


def ref_complaints(
    folder: Folder, cited: Iterable[tuple[str, Iterable[str]]]
) -> Iterator[Complaint]:
    """Provisions that a key cites and the text does not have."""
    provisions = ids(folder, "provisions.toml", "provision", "ref")
    for key, refs in cited:
        for ref in refs:
            if provisions and ref not in provisions:
                yield key, f"o dispositivo “{ref}” não existe"


def ids(folder: Folder, file: str, table: str, key: str) -> set[str]:
    """Ids as written; empty when the file could not be read, which is said elsewhere."""
    return {str(row.get(key)) for row in folder.raw_rows(file, table)}


def decision_options(folder: Folder, decision: str) -> Sequence[str]:
    """The ids of a decision's options."""
    rows = folder.rows("decisions.toml", "decision")
    return [option.id for _, row in rows if row.id == decision for option in row.options]


def has_option(folder: Folder, decision: str, option: str) -> bool:
    """True also where decisions.toml could not be read: that alone is to blame then."""
    return "decisions.toml" not in folder.raw or option in decision_options(folder, decision)
