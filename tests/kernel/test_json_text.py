"""Strict JSON: one meaning or none, in one pass over the text."""

import pytest

from app.kernel.errors import Invalid
from app.kernel.json_text import read_object


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 9 + "1" + "}" * 9,
        "[" * 100_000,
        '"' + '\\"' * 400_000,  # an open string that a second try from within would read for hours
        '{"a":1,"a":2}',
        '{"a":{"b":1,"b":1}}',
        '{"a":0.1}',
        '{"a":1e3}',
        '{"a":NaN}',
        '{"a":-Infinity}',
        '{"a":9007199254740992}',
        '{"a":"\\udfff"}',
        '{"a":1} x',
        "[]",
        "null",
        "",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(Invalid):
        read_object(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a":"[[[[[[[[[[\\"[["}', {"a": '[[[[[[[[[["[['}),
        ('{"a":' * 8 + "1" + "}" * 8, None),
        ('{"a":-9007199254740991}', {"a": -9007199254740991}),
        ('{"a":"🚕 \\ud83d\\ude95"}', {"a": "🚕 🚕"}),
        ("{}", {}),
    ],
)
def test_read(text: str, value: object) -> None:
    assert value is None or read_object(text) == value
    assert isinstance(read_object(text), dict)
