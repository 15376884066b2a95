"""All verbs of the registry in one place; each is one transaction with its ledger event."""

from app.registry.service_documents import record_document
from app.registry.service_drivers import edit_driver, register_driver, remove_driver
from app.registry.service_links import (
    end_driver_link,
    end_driver_platform,
    end_vehicle_platform,
    link_driver,
    link_driver_platform,
    link_vehicle_platform,
)
from app.registry.service_owners import edit_owner, register_owner
from app.registry.service_platforms import edit_platform, register_platform, remove_platform
from app.registry.service_vehicles import edit_vehicle, register_vehicle, remove_vehicle

__all__ = [
    "edit_driver",
    "edit_owner",
    "edit_platform",
    "edit_vehicle",
    "end_driver_link",
    "end_driver_platform",
    "end_vehicle_platform",
    "link_driver",
    "link_driver_platform",
    "link_vehicle_platform",
    "record_document",
    "register_driver",
    "register_owner",
    "register_platform",
    "register_vehicle",
    "remove_driver",
    "remove_platform",
    "remove_vehicle",
]
