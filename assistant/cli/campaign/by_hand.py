"""The real table is always right: figures set right, added and renamed, seats that change hands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import click

from assistant.cli.common import actor, instance_option, load_game, open_service
from assistant.kernel.errors import Malformed
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.war import Dice, ForceId
from assistant.rules.world import Condition

if TYPE_CHECKING:
    from assistant.rules.world import Figure, World

Conditions = click.Choice(get_args(Condition))
key_option = click.option("--key", help="A retry with the same key does nothing more.")
reason_option = click.option("--reason", required=True, help="Why, for those who ask later.")


@click.command(
    epilog="\b\nExample: assistant campaign adjust summer '3 uruk-hai, lurtz' --place isengard "
    "--reason 'miscounted'"
)
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("who", metavar="FIGURES")
@reason_option
@click.option("--of", "of_force", metavar="FORCE", help="Choose among the figures of this force.")
@click.option("--condition", type=Conditions, help="How they are: fit restores, eliminated removes.")
@click.option("--mounted", "mount", flag_value="mounted", help="They ride.")
@click.option("--on-foot", "mount", flag_value="on-foot", help="They are on foot.")
@click.option("--regrouping", "rest", flag_value="regrouping", help="They regroup for a turn.")
@click.option("--ready", "rest", flag_value="ready", help="They need not regroup.")
@click.option("--place", help="Where they stand, as a force of their own.")
@click.option("--force", help="The force they are in.")
@click.option("--commander", help="Whose they are; of captives, whose captives.")
@key_option
@instance_option
def adjust(
    ref: str,
    who: str,
    reason: str,
    of_force: str | None,
    condition: Condition | None,
    mount: Literal["mounted", "on-foot"] | None,
    rest: Literal["regrouping", "ready"] | None,
    place: str | None,
    force: str | None,
    commander: str | None,
    key: str | None,
    instance: Path,
) -> None:
    """Set figures right by hand, one or many at once.

    They can be moved, wounded, mounted, removed, restored and handed over.
    """
    from assistant.rules.deeds.by_hand import Adjust

    with open_service(instance, who="assistant campaign adjust") as service:
        world = service.world(service.campaign(ref))
        deed = Adjust(
            figures=_figures(world, who, of_force),
            reason=reason,
            condition=condition,
            mounted=None if mount is None else mount == "mounted",
            regrouping=None if rest is None else rest == "regrouping",
            place=PlaceId(place) if place else None,
            force=ForceId(force) if force else None,
            commander=CommanderId(commander) if commander else None,
        )
        entry = record(service, ref, deed, key)
    # As recorded: a retry finds others who would do, and changes nobody more.
    if picked := _picked(world, who, of_force, tuple(map(FigureId, entry.setup["figures"]))):
        click.echo(
            f"Picked out of several: {', '.join(picked)}. "
            "If others are meant, undo it and name them like that."
        )


def _picked(world: World, text: str, of_force: str | None, chosen: tuple[FigureId, ...]) -> list[FigureId]:
    """Whom nobody named: those who were only counted, where others of their kind would have done."""
    from assistant.packs.lists import parts

    left = {one.profile for one in _known(world, of_force).values() if one.id not in chosen}
    named = {*parts(text)}
    return [one for one in chosen if one not in named and world.figures[one].profile in left]


def _known(world: World, of_force: str | None) -> Mapping[FigureId, Figure]:
    """Everyone who ever came into play, or those of one force."""
    from assistant.rules.deeds.checks import force_in

    if of_force is None:
        return world.figures
    return {one: world.figures[one] for one in force_in(world, ForceId(of_force)).figures}


def _figures(world: World, text: str, of_force: str | None) -> tuple[FigureId, ...]:
    """Figures by id or as '3 uruk-hai', out of all that ever came into play or of one force."""
    from assistant.packs.lists import refusal
    from assistant.packs.picking import Picking

    known = _known(world, of_force)
    picking = Picking(load_game().book, {one.id: one.profile for one in known.values()})
    chosen = picking.pick(text, "FIGURES", [one.id for one in known.values() if one.condition == "fit"])
    if picking.faults:
        raise refusal(picking.faults)
    return chosen


def record(service: Any, ref: str, deed: Any, key: str | None) -> Any:
    """These deeds ask nothing: they are recorded as they begin."""
    from assistant.campaign.service import new_key
    from assistant.kernel.codec import encode

    found = service.campaign(ref)
    entry = service.begin(found, deed.kind, encode(deed), actor=actor(), key=key or new_key())
    click.echo(f"Recorded as deed {entry.seq} of {found.name}: {entry.title}.")
    return entry


@click.command(
    "add-figures",
    epilog="\b\nExample: assistant campaign add-figures summer 3 orc --place barad-dur "
    "--commander mouth-of-sauron --reason 'the club has more'",
)
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("count", type=int)
@click.argument("profile")
@click.option("--place", required=True, help="Where they come.")
@click.option("--commander", help="Whose they are; nobody's without it.")
@reason_option
@click.option("--mounted/--on-foot", default=None, help="How they come; as their profile says without it.")
@key_option
@instance_option
def add_figures(
    ref: str,
    count: int,
    profile: str,
    place: str,
    commander: str | None,
    reason: str,
    mounted: bool | None,
    key: str | None,
    instance: Path,
) -> None:
    """Bring figures into play beyond the scenario."""
    from assistant.rules.deeds.by_hand import AddFigures

    owner = CommanderId(commander) if commander else None
    deed = AddFigures(ProfileId(profile), count, owner, PlaceId(place), reason, mounted)
    with open_service(instance, who="assistant campaign add-figures") as service:
        record(service, ref, deed, key)


@click.command(epilog="\b\nExample: assistant campaign rename summer orc-17 Grishnákh")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("figure")
@click.argument("name", default="")
@click.option("--reason", default="", help="Why, for those who ask later.")
@key_option
@instance_option
def rename(ref: str, figure: str, name: str, reason: str, key: str | None, instance: Path) -> None:
    """Give a figure a name of its own; without a name it has none again."""
    from assistant.rules.deeds.renaming import Rename

    with open_service(instance, who="assistant campaign rename") as service:
        record(service, ref, Rename(FigureId(figure), name, reason=reason), key)


@click.command("change-seat", epilog="\b\nExample: assistant campaign change-seat summer seat-3 --player Ann")
@click.argument("ref", metavar="CAMPAIGN")
@click.argument("seat")
@click.option("--player", help="Who sits there now.")
@click.option("--dice", type=click.Choice(get_args(Dice)), help="How the seat's dice are rolled.")
@click.option("--reason", default="", help="Why, for those who ask later.")
@key_option
@instance_option
def change_seat(
    ref: str, seat: str, player: str | None, dice: Dice | None, reason: str, key: str | None, instance: Path
) -> None:
    """Let somebody else take a seat in mid-game, or roll its dice otherwise."""
    from assistant.rules.deeds.renaming import ChangeSeat

    if player is None and dice is None:
        raise Malformed("nothing-changes", "Nothing is to change.", do="Give --player or --dice.")
    with open_service(instance, who="assistant campaign change-seat") as service:
        held = service.world(service.campaign(ref)).war.seats.get(seat)
        deed = ChangeSeat(seat, player or (held.player if held else ""), dice, reason=reason)
        record(service, ref, deed, key)
