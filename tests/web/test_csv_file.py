"""CSV files as a Brazilian spreadsheet opens them."""

from app.web.csv_file import csv_file


def _text(*rows: tuple[object, ...]) -> list[str]:
    return csv_file("tabela", ["A", "B"], rows).get_data(as_text=True).splitlines()[1:]


def test_a_decimal_is_written_with_a_comma() -> None:
    assert _text(("Voyage", 1.5)) == ["Voyage;1,5"]


def test_a_semicolon_and_a_quote_stay_inside_their_cell() -> None:
    assert _text(('Fiat; "Argo"', 1)) == ['"Fiat; ""Argo""";1']


def test_a_cell_that_begins_as_a_formula_is_text() -> None:
    assert _text(('=HYPERLINK("x")', -1)) == ['"\'=HYPERLINK(""x"")";-1']


def test_the_file_carries_its_name() -> None:
    response = csv_file("itens", ["A"], [])
    assert response.headers["Content-Disposition"] == 'attachment; filename="itens.csv"'
