"""Sheets of one campaign as it was played: labels of who is in play, its chronicle, reports of its fights."""

from __future__ import annotations

from assistant.campaign.chronicle import chronicle
from assistant.campaign.playing import Table
from assistant.campaign.reports import reports
from assistant.printing.sheets_campaign import chronicle_sheet, combat_report, labels, labels_now
from assistant.printing.sheets_list import Document, plain_document
from assistant.printing.sheets_source import Material
from assistant.rules.near import no_such

LABELS, CHRONICLE, REPORT = "labels", "chronicle", "combat-report"
OF_A_GAME = (LABELS, CHRONICLE, REPORT)


def of_the_game(name: str, material: Material, at: Table) -> Document:
    """One of these sheets, by its name."""
    match name:
        case "labels":
            names = {one.id: one.name for one in material.scenario.commanders.values()}
            return plain_document(labels(material, labels_now(at.kit, at.world, names)))
        case "chronicle":
            return plain_document(chronicle_sheet(material, chronicle(at.service, at.campaign)))
        case "combat-report":
            return plain_document(combat_report(material, at.campaign.name, reports(at.service, at.campaign)))
    raise no_such("sheet", name, OF_A_GAME)
