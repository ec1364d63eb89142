"""How figures, places, numbers and turns are put on paper: short, and the same on every sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from assistant.campaign.wording import thing_name as thing_name
from assistant.rules.arrivals import Contingent
from assistant.rules.book import AbilityText, Alternative, Book, Line, Numbers, PlaceId, Profile, Trait, When
from assistant.rules.scenario import Scenario
from assistant.rules.wording import join as join
from assistant.rules.wording import plural_of, riding

NONE = "–"
NBSP = "\xa0"
A_PLACE = "a place"
COUNTED = "already in its"
"""How the text of an ability says that its bonus needs no adding."""
PEOPLES = {"dunedain": "Dúnedain", "nazgul": "Nazgûl", "none": "Of no people"}
"""Those whose ids are not their names, but for capitals."""
SHORT = {"leadership": "Ld", "wizardry": "Wz"}
WORN = "wearing"
BY_CONDITION = {"bearing": "with", "wearing": "in", "within": "in", "against": "against"}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    teen = 10 <= number % 100 <= 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def capital(sentence: str) -> str:
    """With a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def small(sentence: str) -> str:
    """As it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def plain(name: str) -> str:
    """An id as words."""
    return name.replace("-", " ")


def people_name(people: str) -> str:
    """A people as it stands over its figures."""
    return PEOPLES.get(people) or plain(people).title()


def with_article(place: str) -> str:
    """A place within a sentence: the Cracks of Doom, but Isengard."""
    return f"the {place}" if " of " in place and not place.startswith("The ") else place


def target(number: int | None) -> str:
    """4+, or a dash."""
    return NONE if number is None else f"{number}+"


def line_text(line: Line) -> str:
    """Dice, attack and defense in a row: 1 / 4+ / 5+."""
    dice = NONE if line.attack is None else line.dice
    return f"{NBSP}/{NBSP}".join((str(dice), target(line.attack), target(line.defense)))


def every(turns: Sequence[int]) -> str:
    """The rhythm of a regular arrival, from the turns it came on."""
    first, step = turns[0], turns[1] - turns[0]
    usual = {1: "every turn", 2: "every odd turn" if first % 2 else "every even turn"}
    said = usual.get(step, f"every {ordinal(step)} turn")
    return said if first <= step else f"{said} from turn {first}"


def figures_text(figures: Contingent, book: Book, scenario: Scenario, fewer: Contingent | None = None) -> str:
    """12 × Orc, how they come and what they carry; in brackets how many if supplies are short."""
    who = " or ".join(book.profiles[profile].name for profile in figures.profiles)
    short = f"{NBSP}({fewer.number})" if fewer and fewer.count != figures.count else ""
    is_one_of_many = book.profiles[figures.profiles[0]].kind in ("army", "artillery")
    counted = figures.count > 1 or is_one_of_many or short
    number = f"{figures.number}{short}{NBSP}×{NBSP}" if counted else ""
    how = riding(book.profiles[figures.profiles[0]], figures.mounted)
    carried = join(thing_name(thing, book, scenario) for thing in figures.carries)
    return " ".join(filter(None, (f"{number}{who}", how, f"with {carried}" if carried else "")))


def all_figures(
    figures: Sequence[Contingent], book: Book, scenario: Scenario, fewer: Sequence[Contingent] = ()
) -> str:
    """Several sorts of figures."""
    short = fewer or figures
    return ", ".join(
        figures_text(one, book, scenario, less) for one, less in zip(figures, short, strict=True)
    )


def main_bases(scenario: Scenario) -> dict[str, tuple[PlaceId, ...]]:
    """The bases of each side that the other must take to conquer it."""
    return {
        "good" if conquest.winner == "evil" else "evil": (*conquest.any_of, *conquest.all_of)
        for conquest in scenario.conquests
    }


def places_text(places: Sequence[PlaceId], scenario: Scenario) -> str:
    """Where something may come; all the main bases of a side are not listed one by one."""
    for side, bases in main_bases(scenario).items():
        if len(bases) > 1 and set(bases) <= set(places):
            others = [scenario.place_names[place] for place in places if place not in bases]
            return join([f"Any main base of {side}", *others], "or")
    return join((scenario.place_names[place] for place in places), "or")


def is_counted(ability: AbilityText) -> bool:
    """Whether all it does is in the printed numbers."""
    return all(COUNTED in clause for clause in ability.text.split(";"))


def abilities_text(traits: Iterable[Trait], book: Book, scenario: Scenario) -> tuple[str, ...]:
    """Abilities by name: those that always hold one by one, then those of riders or walkers together."""
    by_state: dict[When, list[str]] = {"always": []}
    for trait in traits:
        by_state.setdefault(trait.when, []).append(_ability_text(trait, book, scenario))
    always = by_state.pop("always")
    return (*always, *(f"{plain(when)}: {', '.join(names)}" for when, names in by_state.items()))


def _ability_text(trait: Trait, book: Book, scenario: Scenario) -> str:
    """An ability's name, in brackets if it is in the numbers, and the place it is bound to."""
    ability = book.abilities.get(trait.name)
    said = ability.title if ability else plain(trait.name).capitalize()
    if ability and is_counted(ability):
        said = f"({said})"
    params = dict(trait.params)
    place = scenario.place_names.get(PlaceId(str(params.get("place", ""))))
    if place is not None and A_PLACE in said:
        part = f"the {params['part']} of " if "part" in params else ""
        inches = f' ({params["inches"]}")' if params.get("inches") else ""
        unless = f", unless {_unless(str(params['unless']), book)}" if "unless" in params else ""
        said = f"{said.replace(A_PLACE, part + place)}{inches}{unless}"
    return said


def _unless(condition: str, book: Book) -> str:
    """An exception's id as words, with the names of persons as names."""
    named = (one.name for one in book.profiles.values() if one.is_character and " of " not in one.name)
    persons = {name.split()[0] for name in named}
    words = plain(condition).split()
    return " ".join(word.capitalize() if word.capitalize() in persons else word for word in words)


def scope_text(scope: str, book: Book) -> str:
    """Whom a leader speaks for: a people by its name, a race by its plural."""
    is_race = any(profile.race == scope for profile in book.profiles.values())
    return (plural_of(scope) if is_race else scope).capitalize()


def alternatives_text(
    profile: Profile, book: Book, scenario: Scenario, move_in: Callable[[str], str]
) -> tuple[str, ...]:
    """Numbers that hold on a condition, with those of equal effect told together; in armor also the move."""
    groups: dict[tuple[str, Numbers], list[Alternative]] = {}
    for one in profile.alternatives:
        groups.setdefault((one.condition, one.numbers), []).append(one)
    found = []
    for (condition, numbers), rows in groups.items():
        moves = (move_in(row.what) for row in rows if condition == WORN)
        changed = ", ".join(filter(None, (_numbers(numbers), *moves)))
        found.append(f"{_condition(condition, rows, book, scenario)}: {changed}")
    return tuple(found)


def borne_text(
    profile: Profile, held: Sequence[Alternative], book: Book, scenario: Scenario, move: str = ""
) -> str:
    """That a thing a figure has is in its numbers, and what they are without it."""
    things = join(thing_name(one.what, book, scenario) for one in held)
    changed = (field for one in held for field in printed_numbers(profile) if getattr(one.numbers, field))
    own = printed_numbers(profile)
    said = [_number(field, own[field]) for field in dict.fromkeys(changed)]
    if any(one.numbers.magic_weapon for one in held) and not profile.magic_weapon:
        said.append("no magic weapon")
    return f"has {things} (without: {', '.join(filter(None, (*said, move)))})"


def printed_numbers(profile: Profile) -> dict[str, int | None]:
    """The numbers of a profile that a thing may change."""
    line = profile.line
    return {
        "dice": line.dice,
        "attack": line.attack,
        "defense": line.defense,
        "leadership": profile.leadership,
        "wizardry": profile.wizardry,
    }


def _condition(condition: str, rows: Sequence[Alternative], book: Book, scenario: Scenario) -> str:
    if condition not in BY_CONDITION:
        return plain(condition)
    things = [
        scenario.place_names.get(PlaceId(row.what)) or thing_name(row.what, book, scenario) for row in rows
    ]
    many = "s" if condition == "against" else ""
    return f"{BY_CONDITION[condition]} {join(f'{thing}{many}' for thing in things)}"


def _numbers(numbers: Numbers) -> str:
    given = {name: getattr(numbers, name) for name in ("dice", "attack", "defense", "leadership", "wizardry")}
    return ", ".join(_number(name, value) for name, value in given.items() if value is not None)


def _number(name: str, value: int | None) -> str:
    """Attack 3+, Ld 4, and a dash for none."""
    said = target(value) if name in ("attack", "defense") else NONE if value is None else str(value)
    return f"{SHORT.get(name, name)}{NBSP}{said}"
