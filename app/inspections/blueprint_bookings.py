"""The blueprint of places, bookings, guides and calls. Its pages are in views_*.py."""

from flask import Blueprint

from app.accounts.permissions import Permission
from app.inspections.booking_domain import CHANNEL_NAMES, STATE_NAMES, Channel, State, clock_text
from app.inspections.panels_booking import car_agenda
from app.kernel.civil import weekday_name
from app.registry.history import name_events
from app.registry.panels import Panel, add_panel

bp = Blueprint("bookings", __name__)

add_panel(
    "vehicle",
    Panel("agenda", "inspections/_car_agenda.html", car_agenda, Permission.VEHICLE_READ),
)
name_events(
    {
        "booking.made": "Vistoria marcada",
        "booking.moved": "Vistoria remarcada",
        "booking.cancelled": "Vistoria cancelada",
        "booking.arrived": "Chegou para a vistoria",
        "booking.missed": "Não compareceu à vistoria",
        "booking.done": "Vistoria feita no horário marcado",
        "call.made": "Convocação para vistoria",
        "call.notified": "Convocação entregue",
        "call.withdrawn": "Convocação retirada",
        "guide.confirmed": "Guia da vistoria confirmada",
        "guide.withdrawn": "Guia da vistoria retirada",
        "inspection.missed": "Falta à vistoria registrada",
    }
)

bp.add_app_template_filter(clock_text, "clock")
bp.add_app_template_filter(weekday_name, "weekday")


@bp.app_template_filter("booking_state")
def show_state(word: str) -> str:
    """'Marcada', 'Chegou'…"""
    return STATE_NAMES[State(word)]


@bp.app_template_filter("booking_channel")
def show_channel(word: str) -> str:
    """'pelo motorista'…"""
    return CHANNEL_NAMES[Channel(word)]
