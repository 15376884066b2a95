"""Acts and licences to pause as steps, each signed by the authority that the city's law names."""

from functools import partial

from app.demo.stage import Stage, Step, made
from app.demo.table import Act
from app.permits.models import Pause, Restriction
from app.permits.service_acts import ActData, impose
from app.permits.service_pauses import PauseData, pause
from app.regulation.facts import RestrictionKind

_REASONS = {
    RestrictionKind.SUSPENSION: "Transporte de passageiros com tabela de preços adulterada.",
    RestrictionKind.CASSATION: "Reincidência depois de duas suspensões.",
    RestrictionKind.REVOCATION: "Não voltou ao serviço depois da licença.",
    RestrictionKind.RESCISSION: "Abandono do serviço por mais de trinta dias.",
    RestrictionKind.RENUNCIATION: "A pedido de quem tem a autorização.",
    RestrictionKind.STOP_ORDER: "Vistoria indicou risco aos passageiros.",
}
_PAUSE_DAYS = 40


def act_step(stage: Stage, act: Act, subject_id: str, name: str) -> Step:
    """The step of one act against a subject; `name` keeps its id apart."""
    id = stage.id("act", name, act.kind)
    return Step(act.at, partial(_impose, stage, act, subject_id, id), made(Restriction, id))


def _impose(stage: Stage, act: Act, subject_id: str, id: str) -> None:
    data = ActData(
        act.kind,
        act.subject,
        subject_id,
        stage.day(act.at),
        f"Decreto {40 - act.at % 30}/{stage.day(act.at):%Y}",
        _REASONS[act.kind],
        f"Processo {200 - act.at}/{stage.day(act.at):%Y}",
        act.days,
        act.months,
        id,
    )
    by_mayor = stage.town.mayor_grants and act.kind is not RestrictionKind.RENUNCIATION
    actor = stage.mayor if by_mayor else stage.secretary
    impose(actor, stage.law, data, now=stage.now(act.at))


def pause_step(stage: Stage, vehicle_id: str, at: int) -> Step:
    """The step of a licence after an accident (PLA art. 29 II)."""
    id = stage.id("pause", vehicle_id)
    return Step(at, partial(_pause, stage, vehicle_id, at, id), made(Pause, id))


def _pause(stage: Stage, vehicle_id: str, at: int, id: str) -> None:
    act = f"Despacho {90 - at}/{stage.day(at):%Y}"
    data = PauseData(vehicle_id, "accident", stage.day(at), _PAUSE_DAYS, act, id)
    pause(stage.mayor, stage.law, data, now=stage.now(at))
