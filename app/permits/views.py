"""All pages of permits; importing this connects them to the blueprint."""

from app.permits import views_acts, views_pauses, views_permits, views_seals
from app.permits.blueprint import bp

__all__ = ["bp", "views_acts", "views_pauses", "views_permits", "views_seals"]
