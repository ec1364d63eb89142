"""What the questions and options of the rules are called on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.kernel.asking import Choose
from assistant.rules.reminders import NOBODY_ELSE
from assistant.rules.wording import join

STEPS: Mapping[str, str] = {
    "hide": "Fight or hide",
    "search": "Search",
    "spot": "Are they seen",
    "pinned": "Can they leave",
    "by-way": "Which way",
    "away": "Too far from home",
    "neighbours": "Do they meet",
    "who-returns": "Who returns first",
    "kept": "May they leave",
    "ring-led-on": "Who takes the captive along",
    "special": "A special roll",
    "call": "A call for help",
    "round": "Another round",
    "duel": "A duel of wizards",
    "wizardry": "Wizardry",
    "engine": "The ram",
    "charge": "The charge",
    "breach": "The broken wall",
    "storm": "Storming the walls",
    "attack": "Strike",
    "attack_reroll": "Strike again",
    "victim": "Whom to strike",
    "hits": "Give out the hits",
    "defense": "Defend",
    "defense_reroll": "Defend again",
    "losses": "Losses in defeat",
    "draw": "Beaten, or a draw",
    "capture": "The wounded",
    "carry": "The wounded",
    "finish": "The wounded",
    "retreat": "Retreat",
    "move-off": "Off with the captives",
    "move-towards": "Off with the captives",
    "crew": "The crew",
    "numbers": "How many come",
    "captor": "Who has the Ring",
    "credit": "Who is credited",
    "bearer": "Who takes up the Ring",
    "landing": "Where they land",
    "boats": "Boats",
    "losing-the-way": "Losing the way",
    "hazards": "Deadly ground",
    "watchers": "The Watchers",
    "bogged": "The swamp",
    "weather": "The weather",
    "snowbound": "The upper pass",
    "entering": "Do they get in",
    "return": "Where they come back",
    "darkness": "Inside the darkness",
    "palantir": "The palantír",
    "mind": "Is their mind ensnared",
    "inside": "Who was inside the walls",
    "steer": "Led astray",
    "disguise": "Orc armor",
    "drawn": "Drawn to the Ring",
    "tamed": "Taming",
    "tempted": "Tempted by the Ring",
    "nearest": "Who is nearest",
    "roll-off": "Rolling off",
    "corrupting": "Overcome by the Ring",
    "challenging": "A challenge for the Ring",
    "pick": "The dice pick one",
    "homing": "Home with the Ring",
    "naming-bearer": "The ringbearer",
    "holds-a-mind": "The voice of Saruman",
    "despairing": "Does he despair",
    "deciding": "A choice for good",
    "beginning": "Where they begin",
    "encountering": "A chance meeting",
}
OPTIONS: Mapping[tuple[str, str], str] = {
    ("hide", "fight"): "Fight",
    ("hide", "hide"): "Hide",
    ("search", "let-them-go"): "Let them go",
    ("spot", "not-spotted"): "They are not seen",
    ("spot", "spotted"): "They are seen",
    ("weather", "let-be"): "No",
    ("weather", "close"): "Yes: close the pass",
    ("weather", "oppose"): "Yes: keep it open, by a duel",
    ("neighbours", "they-meet"): "Yes: within 1 inch, they fight",
    ("neighbours", "apart"): "No: they stay apart",
    ("by-way", "that-way"): "Yes: that way",
    ("by-way", "another-way"): "No: another way",
    ("pinned", "free"): "No enemy is so near: they go",
    ("pinned", "pinned"): "An enemy is within 1 inch: they stay",
    ("away", "near"): "No: near enough",
    ("away", "away"): "Yes: too far",
    ("ring-led-on", "stay"): "Nobody: the captive stays there",
    ("kept", "free"): "No, nobody: they go",
    ("kept", "kept"): "Yes: they stay",
    ("call", "not-now"): "Not now",
    ("deciding", "yes"): "Yes, for good",
    ("deciding", "no"): "No, for good",
    ("deciding", "not-now"): "Not now: it may be decided later",
    ("call", "call"): "Call for help",
    ("round", "another-round"): "Fight another round",
    ("round", "stop"): "Break off",
    ("wizardry", "keep"): "Keep what is left",
    ("wizardry", "dice"): "One more die",
    ("wizardry", "attack"): "Attack better by 1",
    ("wizardry", "defense"): "Defense better by 1",
    ("engine", "rerolls"): "Help others: they roll their misses again",
    ("engine", "gate"): "Run at the gate",
    ("engine", "fight"): "Drop it and fight",
    ("engine", "wait"): "Do not use it",
    ("breach", "walls-no-help"): "The walls help nobody any more",
    ("breach", "walls-still-help"): "The walls still help",
    ("draw", "accept-defeat"): "Accept the defeat",
    ("draw", "draw"): "Make it a draw",
    ("capture", "leave"): "Leave them",
    ("capture", "capture"): "Take them captive",
    ("carry", "carry"): "Carry them along",
    ("carry", "leave"): "Leave them behind",
    ("finish", "slay"): "Slay them",
    ("finish", "spare"): "Spare them",
    ("retreat", "full-move"): "They go a full move",
    ("retreat", "blocked"): "Their way is blocked",
    ("retreat", "in-the-field"): "Into the field near here",
    ("move-off", "stay"): "Stay here",
    ("move-off", "towards"): "Towards a farther place, as far as they get",
    ("inside", "inside"): "They were inside",
    ("inside", "outside"): "They were outside",
    ("boats", "stay"): "Stay here",
    ("boats", "by boat"): "Go by boat",
    ("landing", "stay"): "Stay where they are",
    ("darkness", "outside"): "Outside it",
    ("darkness", "inside"): "Inside it",
    ("palantir", "move-again"): "A friendly group moves again",
    ("palantir", "deny"): "An enemy group loses its next move",
    ("holds-a-mind", "hold"): "Hold him idle",
    ("homing", "on-the-way"): "They are on the way",
    ("encountering", "nothing"): "No, they meet nobody",
    ("encountering", "met"): "Yes, they meet",
    ("encountering", "stay"): "He stays where he is",
    ("encountering", "help"): "He comes to help",
}
GIVEN: Mapping[str, tuple[str, str]] = {"hits": ("hit", "hits"), "losses": ("loss", "losses")}
AGAIN = " again"


def option_words(request: Choose, option: str) -> str:
    """What an option is called by the question it answers; nothing if it is read as it stands."""
    if option == NOBODY_ELSE and not request.goes_on:
        return "Nobody"
    return OPTIONS.get((request.purpose, option), "")


def sentence(why: str) -> str:
    """Why something is asked: it begins as a sentence and ends as one."""
    if why.startswith("again, "):
        why = f"rolled again: {why.removeprefix('again, ')}"
    return f"{why[:1].upper()}{why[1:]}{'' if why.endswith(('.', '?', '!', ':')) else '.'}"


def notes(label: str, purpose: str) -> Iterator[str]:
    """Misses are rolled again. Hits come with axes: what sets the dice of one handful apart."""
    parts = label.split(", ") if label else []
    # A die is rolled again once at most, so those of a second roll are what they are.
    if not purpose.endswith("_reroll"):
        yield from (
            f"{one.removesuffix(AGAIN).capitalize()} are rolled again." for one in parts if AGAIN in one
        )
    if carried := [one.replace("-", " ") for one in parts if AGAIN not in one]:
        yield f"Hits come with {join(carried)}."
