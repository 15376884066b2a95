"""Planura: taxis and app cars under the bill of 2025, one for each thing a verdict can say."""

from app.accounts.permissions import Role
from app.demo.planura_apps import DRIVERS, PLATFORMS, SEALS
from app.demo.planura_cars import BY_PLATE, CARS
from app.demo.planura_cases import CASE_PAPERS, SANCTIONS
from app.demo.planura_notices import PAPERS
from app.demo.planura_taxis import TAXIS
from app.demo.planura_visits import FLEET, YARD, YARD_CARS
from app.demo.table import Act, Company, Employee, Town
from app.demo.when import On, ago, ahead
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

STAFF = (
    Employee("ana", "Ana Souza", Role.AGENT),
    Employee("bruno", "Bruno Alves", Role.CLERK),
    Employee("celia", "Célia Prado", Role.SECRETARY),
    Employee("davi", "Davi Nunes", Role.DRIVER),
    Employee("elisa", "Elisa Rocha", Role.MAYOR),
    Employee("fabio", "Fábio Lima", Role.CHIEF),
    Employee("gilda", "Gilda Reis", Role.AUDITOR),
    Employee("hugo", "Hugo Melo", Role.INSPECTOR),
    Employee("ivo", "Ivo Brandão", Role.DRIVER),
    Employee("iris", "Íris Camargo", Role.PLATFORM),
    Employee("lia", "Lia Fontes", Role.INSPECTOR),
    Employee("sergio", "Sérgio Matos", Role.SECRETARY),
    Employee("clara", "Clara Dutra", Role.COMMISSION),
    Employee("dora", "Dora Pires", Role.COMMISSION),
    Employee("enio", "Ênio Sales", Role.COMMISSION),
    Employee("flora", "Flora Guedes", Role.COMMISSION),
    Employee("gino", "Gino Barros", Role.COMMISSION),
)

COMPANIES = (
    Company("A", "Vai Junto Mobilidade", "12ABC34501DE", ago(400), -400),
    Company("B", "Cerrado Carona Tecnologia", "995410220001"),
    Company("C", "Trilha Livre Aplicativos", "9XTRI0LIVR01", ahead(20), -9),
    Company("D", "Rota Mineira Transportes", "994120330001", On(-5, -48), -1460),
    Company(
        "E",
        "Buriti Viagens",
        "993770440001",
        ago(300),
        -300,
        acts=(Act(K.REVOCATION, S.AUTHORISATION, -20),),
    ),
    Company(
        "F",
        "Ipê Amarelo Corridas",
        "992660550001",
        ago(300),
        -300,
        acts=(Act(K.RESCISSION, S.AUTHORISATION, -15),),
    ),
    Company(
        "G",
        "Lobo-Guará Mobilidade",
        "991550660001",
        ago(300),
        -300,
        acts=(Act(K.RENUNCIATION, S.AUTHORISATION, -12),),
    ),
)

PLANURA = Town(
    order=0,
    slug="planura",
    name="Planura",
    ibge="315160",
    ruleset="planura-2025",
    phone="156",
    suffix="",
    series=("RVQ", "SHA", "GZK"),
    cars_from={"A": -200, "D": -101, "E": -290, "F": -290, "G": -290},
    staff=STAFF,
    companies=COMPANIES,
    scenarios=TAXIS + SEALS + PLATFORMS + CARS + DRIVERS + BY_PLATE + YARD_CARS,
    inspected=ago(75),
    mayor_grants=True,
    population=14_200,
    papers=CASE_PAPERS + PAPERS,
    fleet=FLEET,
    yard=YARD,
    sanctions=SANCTIONS,
)
