"""JSON Schemas of the files clubs write, for editors that check and complete while one types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from assistant.packs.battle_model import BattleRow
from assistant.packs.models import (
    AbilitiesFile,
    PlaceRulesFile,
    PlacesFile,
    RosterFile,
    ScenarioFile,
    ThingRulesFile,
)
from assistant.packs.movement_models import MovementFile
from assistant.packs.scenario_models import CommandersFile, StartsFile, ThingsFile, VictoryFile
from assistant.packs.schedule_models import ScheduleFile
from assistant.packs.tables_models import TablesFile

DRAFT = "https://json-schema.org/draft/2020-12/schema"

FILES: Mapping[str, tuple[type[BaseModel], str]] = {
    "battle": (BattleRow, "Battle"),
    "roster": (RosterFile, "Roster"),
    "abilities": (AbilitiesFile, "Abilities"),
    "movement": (MovementFile, "Movement and terrain"),
    "scenario": (ScenarioFile, "Scenario"),
    "places": (PlacesFile, "Places"),
    "place-rules": (PlaceRulesFile, "Place rules"),
    "commanders": (CommandersFile, "Commanders"),
    "starts": (StartsFile, "Starts"),
    "schedule": (ScheduleFile, "Schedule"),
    "victory": (VictoryFile, "Victory"),
    "things": (ThingsFile, "Things"),
    "thing-rules": (ThingRulesFile, "Thing rules"),
    "tables": (TablesFile, "Tables"),
}


class _ForToml(GenerateJsonSchema):
    """TOML has no null: what may be absent is left out."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default", ...) is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def schemas() -> dict[str, dict[str, Any]]:
    """A schema for each kind of file, by the name it is published under."""
    return {name: _schema(model, title) for name, (model, title) in FILES.items()}


def _schema(model: type[BaseModel], title: str) -> dict[str, Any]:
    generator = GenerateJsonSchema if model is BattleRow else _ForToml
    schema = model.model_json_schema(by_alias=True, schema_generator=generator)
    for name, definition in schema.get("$defs", {}).items():
        definition["title"] = name.removesuffix("Row")
    return {"$schema": DRAFT, **schema, "title": title}


def write_schemas(folder: Path) -> tuple[Path, ...]:
    """Publish the schemas into a folder; returns the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in schemas().items():
        path = folder / f"{name}.schema.json"
        path.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8", newline="\n")
        written.append(path)
    return tuple(written)
