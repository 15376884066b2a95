"""Patrocínio: app cars under Lei 5.174/2020, one for each thing a verdict can say.

Art. 3 §1 admits three platforms at once and 15 cars each, so companies take turns: some ended
before others began, and cars move between them as they would.
"""

from app.accounts.permissions import Role
from app.demo.patrocinio_cars import BY_PLATE, CARS
from app.demo.patrocinio_notices import PAPERS
from app.demo.patrocinio_permits import DRIVERS, SEALS
from app.demo.patrocinio_platforms import PLATFORMS
from app.demo.patrocinio_visits import FLEET, YARD
from app.demo.table import Act, Company, Employee, Town
from app.demo.when import ago, ahead, year_to
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

_LOW = 3_000_000  # centavos; the law asks 50 thousand reais

STAFF = (
    Employee("ana", "Ana Peixoto", Role.AGENT),
    Employee("bruno", "Bruno Siqueira", Role.CLERK),
    Employee("celia", "Célia Furtado", Role.SECRETARY),
    Employee("davi", "Davi Pereira d'Ávila", Role.DRIVER),
    Employee("elisa", "Elisa Montandon", Role.MAYOR),
    Employee("fabio", "Fábio Coutinho", Role.CHIEF),
    Employee("gilda", "Gilda Arantes", Role.AUDITOR),
    Employee("hugo", "Hugo Tibúrcio", Role.INSPECTOR),
    Employee("ivo", "Ivo Gonçalves", Role.DRIVER),
    Employee("iris", "Íris Valadão", Role.PLATFORM),
    Employee("lia", "Lia Bernardes", Role.INSPECTOR),
)

_GOOD = {"platform": ahead(200), "app": ahead(200)}
# Twelve months to the day given; the day of the act is the offset beside it.
_EXPIRED, _PENDING, _ENDING = year_to(-35), year_to(-10), year_to(11)

COMPANIES = (
    Company("A", "Vai Junto Mobilidade", "12ABC34501DE", ago(32), -32, _GOOD),
    Company("B", "Serra Negra Corridas", "984220110001", ago(7), -7, _GOOD),
    Company("C", "Cafezal Carona Tecnologia", "98CAF0ZAL001", _ENDING, -354, _GOOD),
    Company("D", "Chapadão Viagens", "981110220001", year_to(-425), -785, _GOOD),
    Company(
        "E",
        "Estrada Real Transportes",
        "982330440001",
        _EXPIRED,
        -400,
        {"platform": ago(50), "app": ago(50)},
        acts=(Act(K.SUSPENSION, S.PLATFORM, -60, months=12),),
    ),
    Company("F", "Araucária Mobilidade", "983440550001", _PENDING, -375, _GOOD, renewal_filed=True),
    Company(
        "G",
        "Pequi Aplicativos",
        "985550660001",
        ago(363),
        -363,
        _GOOD,
        acts=(Act(K.REVOCATION, S.AUTHORISATION, -360),),
    ),
    Company(
        "H",
        "Siriema Transportes",
        "986660770001",
        ago(360),
        -360,
        _GOOD,
        acts=(Act(K.CASSATION, S.AUTHORISATION, -357),),
    ),
    Company("I", "Dourado Mobilidade", "987770880001", ahead(20), -2, _GOOD),
    Company("J", "Canastra Tecnologia", "988880990001", policies=_GOOD),
    Company("K", "Buritizeiro Corridas", "989990110001", policies=_GOOD, amount=_LOW),
    Company("L", "Mutirão Carona", "980010220001", policies={"platform": ago(15), "app": ago(15)}),
)

PATROCINIO = Town(
    order=1,
    slug="patrocinio",
    name="Patrocínio",
    ibge="314810",
    ruleset="patrocinio-2020",
    phone="156",
    suffix=".patrocinio",
    series=("QXV", "RTN", "HLP"),
    cars_from={"A": -28, "B": -5, "C": -100, "E": -390, "G": -362, "H": -359},
    staff=STAFF,
    companies=COMPANIES,
    scenarios=SEALS + PLATFORMS + CARS + DRIVERS + BY_PLATE,
    inspected=ago(12),
    mayor_grants=False,
    papers=PAPERS,
    fleet=FLEET,
    yard=YARD,
)
