"""Who is asking: what the cookie proves, and the one gate through which every request goes."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Flask, Request, g, request, session

from assistant.campaign.evidence import Myself, had_a_hand
from assistant.campaign.once import require_same
from assistant.campaign.passes import Role
from assistant.campaign.permissions import MASTER, Power, may_as_seat, whose_deed
from assistant.campaign.playing import Table, table
from assistant.campaign.service import Service
from assistant.campaign.signing import THE_MASTER, as_seats, concerned, helper_who, seat_who
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.records import Actor, Campaign, Entry, Pass
from assistant.rules.arrivals import CommanderId
from assistant.rules.war import SeatHeld
from assistant.rules.world import World
from assistant.web.cookies import Cookies
from assistant.web.keys import Keys
from assistant.web.origins import parts_of
from assistant.web.routes import ROUTES, Who

CODES, MASTER_KEY, HELD = "codes", "master", "held"
MOST_CODES = 24
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
RANK: Mapping[Who, int] = {"anyone": 0, "projector": 1, "seat": 2, "assistant": 3, "game-master": 4}
RANK_OF_ROLE: Mapping[str, int] = {"projector": 1, "seat": 2, "assistant": 3, "game-master": 4}


@dataclass(frozen=True, slots=True)
class Gone:
    """What a browser was by a code that lets nobody in any more: a seat, or an assistant by name."""

    campaign: str
    seat: str
    helper: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """What somebody may come to: everything as the game master, or what their passes open."""

    is_master: bool = False
    passes: tuple[Pass, ...] = ()
    was_replaced: bool = False
    """Whether this browser came in with a code that lets nobody in any more."""
    gone: tuple[Gone, ...] = ()
    """What it was by such codes."""

    def into(self, campaign: str) -> tuple[Pass, ...]:
        """The passes into a campaign."""
        return tuple(one for one in self.passes if one.campaign == campaign)

    def rank(self, campaign: str | None) -> int:
        """How far one may go in a campaign, or outside any."""
        if self.is_master:
            return RANK["game-master"]
        if campaign is None:
            return RANK["anyone"]
        return max((RANK_OF_ROLE.get(one.role, 0) for one in self.into(campaign)), default=0)

    def leads(self, campaign: str) -> bool:
        """Whether one is game master, or an assistant, of a campaign."""
        return self.rank(campaign) >= RANK["assistant"]

    def masters(self, campaign: str) -> bool:
        """Whether one is the game master of a campaign."""
        return self.rank(campaign) >= RANK["game-master"]

    def role(self, campaign: str) -> Role | None:
        """The highest of one's roles in a campaign."""
        rank = self.rank(campaign)
        roles: tuple[Role, ...] = ("projector", "seat", "assistant", "game-master")
        return next((role for role in roles if RANK_OF_ROLE[role] == rank), None)

    def seats(self, campaign: str, world: World) -> tuple[SeatHeld, ...]:
        """The seats one holds in a campaign."""
        mine = {one.seat for one in self.into(campaign) if one.role == "seat"}
        return tuple(seat for seat in world.war.seats.values() if seat.id in mine)

    def lost(self, campaign: str, world: World) -> tuple[SeatHeld, ...]:
        """The seats in a campaign that one held until their codes were replaced."""
        held = self.seats(campaign, world)
        seats = world.war.seats.values()
        return tuple(one for one in seats if Gone(campaign, one.id) in self.gone and one not in held)

    def lost_help(self, campaign: str) -> tuple[str, ...]:
        """The names of the assistants that one was in a campaign until their codes were taken away."""
        held = {Gone(campaign, one.seat, one.label) for one in self.helping(campaign)}
        lost = (one for one in self.gone if one.campaign == campaign and one.helper and one not in held)
        return tuple(one.helper for one in lost)

    def label(self, campaign: str, world: World) -> str:
        """What one came into a campaign as, in words: players by the names they have now."""
        players = [seat.player for seat in self.seats(campaign, world)]
        others = [one.label or one.role for one in self.into(campaign) if one.role != "seat"]
        return ", ".join(dict.fromkeys((*players, *others)))

    def power(self, campaign: str, world: World) -> Power:
        """What one may do in a campaign."""
        if self.masters(campaign):
            return MASTER
        # Who also helps the game master keeps all that their seats may do.
        own = tuple(one for seat in self.seats(campaign, world) for one in seat.commanders)
        if self.leads(campaign):
            areas = {one.area for one in self.helping(campaign)}
            return Power(own, is_master=True, tables=() if "" in areas else tuple(sorted(areas)))
        return Power(own, me=self.seated(campaign, world))

    def helping(self, campaign: str) -> tuple[Pass, ...]:
        """The passes with which one helps the game master of a campaign."""
        return tuple(one for one in self.into(campaign) if one.role == "assistant")

    def leading(self, campaign: str) -> Actor | None:
        """How one signs as the game master or an assistant."""
        if self.masters(campaign):
            return THE_MASTER
        return next((Actor(one.label, (helper_who(one),)) for one in self.helping(campaign)), None)

    def myself(self, campaign: str, world: World) -> Myself:
        """Who one is: in every seat and office that one's passes open."""
        seated = self.seated(campaign, world)
        offices = [THE_MASTER] if self.masters(campaign) else []
        offices += [Actor(one.label, (helper_who(one),)) for one in self.helping(campaign)]
        who = (each for one in offices for each in one.who)
        return Myself((*who, *seated.who), (*(one.name for one in offices), *seated.names))

    def seated(self, campaign: str, world: World) -> Myself:
        """Who one is by one's seats alone."""
        seats = self.seats(campaign, world)
        names = [one.player for one in seats if one.player.casefold() != THE_MASTER.name]
        if len(seats) > 1:
            names.append(as_seats(seats).name)
        return Myself(tuple(seat_who(one.id) for one in seats), tuple(names))


def install(app: Flask, service: Service, keys: Keys) -> None:
    """Let every request through the gate, or refuse it."""
    app.secret_key = keys.secret
    app.session_interface = Cookies()
    app.config.update(
        SESSION_COOKIE_NAME=cookie_name(keys),
        SESSION_COOKIE_HTTPONLY=True,
        # Lax, not Strict: a phone that follows a QR code comes from another program.
        SESSION_COOKIE_SAMESITE="Lax",
        # Only what changes who one is sets the cookie: a page that was on its way brings no old one back.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=60 * 60 * 24 * 30,
    )

    @app.before_request
    def gate() -> None:
        who = ROUTES.get(request.endpoint or "", "game-master")
        try:
            g.access = read_access(service, keys)
        except AssistantError:
            # Codes that cannot be read keep nobody from the way back, or from the door to it.
            g.access = Access(is_master(keys))
            if who != "anyone" and not g.access.is_master:
                raise
        if request.endpoint is None:
            return
        # What is not in the table is open to nobody.
        refuse_from_elsewhere(request)
        campaign = (request.view_args or {}).get("campaign")
        if g.access.rank(campaign) < RANK[who]:
            raise refusal(who, g.access, campaign)


def access() -> Access:
    """Who asks now."""
    found = g.access
    assert isinstance(found, Access)
    return found


def read_access(service: Service, keys: Keys) -> Access:
    """What the cookie proves at this moment; a code that was issued anew proves nothing any more."""
    found = {str(code): service.ledger.find_pass(str(code)) for code in session.get(CODES, ())}
    held: dict[str, list[str]] = session.get(HELD, {})
    gone = tuple(Gone(*map(str, was)) for code, was in held.items() if found.get(code, ...) is None)
    passes = tuple(one for one in found.values() if one is not None)
    return Access(is_master(keys), passes, None in found.values(), gone)


def is_master(keys: Keys) -> bool:
    """Whether the cookie proves that the passphrase was given."""
    shown = session.get(MASTER_KEY, "")
    return bool(shown) and hmac.compare_digest(str(shown), proof(keys))


def cookie_name(keys: Keys) -> str:
    """One for each instance: browsers do not tell ports apart, and a demo beside a game must not end it."""
    return f"assistant-{hashlib.sha256(keys.secret.encode()).hexdigest()[:8]}"


def proof(keys: Keys) -> str:
    """What a cookie carries of a passphrase that was given; another passphrase makes it worthless."""
    return hmac.new(keys.secret.encode(), keys.passphrase.encode(), "sha256").hexdigest()


def remember(one: Pass) -> None:
    """Let this browser in with one more pass; a few old ones make room."""
    codes = [code for code in session.get(CODES, ()) if code != one.code]
    session[CODES] = [*codes, one.code][-MOST_CODES:]
    # Once a code is replaced nobody could tell any more which seat it was, or which assistant.
    held = dict(session.get(HELD, {}))
    if one.role == "seat":
        held[one.code] = [one.campaign, one.seat]
    elif one.role == "assistant":
        held[one.code] = [one.campaign, one.seat, one.label]
    session[HELD] = {code: at for code, at in held.items() if code in session[CODES]}
    session.permanent = True


def forget(gone: Iterable[str]) -> None:
    """Let go of codes that let nobody in any more, once somebody has read of it."""
    left = set(gone)
    session[CODES] = [code for code in session.get(CODES, ()) if code not in left]
    session[HELD] = {code: at for code, at in session.get(HELD, {}).items() if code not in left}


def remember_master(keys: Keys) -> None:
    """Let this browser in as the game master."""
    session[MASTER_KEY] = proof(keys)
    session.permanent = True


def refuse_from_elsewhere(asked: Request) -> None:
    """A page of another site may not act in a player's name."""
    if asked.method in SAFE_METHODS:
        return
    origin = asked.headers.get("Origin")
    if origin is not None:
        if parts_of(origin).netloc == asked.host:
            return
        raise Illegal(
            "from-elsewhere",
            "This came from a page of another site, and was not done.",
            do="Open the assistant's own page and try there.",
        )
    # Browsers say where such a request comes from. Some old ones leave it out, but only for what a form can
    # send: a form posts, and never JSON. All else without it is a script of its own.
    if asked.method != "POST" or asked.is_json:
        return
    raise Illegal(
        "from-elsewhere",
        "A form was sent without saying from which page, and was not done.",
        do="A script sends JSON (Content-Type: application/json), or this server's address as its Origin.",
    )


def refusal(who: Who, mine: Access, campaign: str | None) -> Illegal:
    """Why somebody does not come in, and what would help."""
    if campaign is not None and who in ("seat", "assistant") and mine.lost_help(campaign):
        return Illegal(
            "for-the-master" if mine.rank(campaign) else "who-are-you",
            "Your code as an assistant was replaced or taken back, so this phone no longer helps to lead.",
            do="If you are still to help, ask the game master for the new one.",
        )
    if campaign is not None and mine.rank(campaign):
        words = {"assistant": "the game master and assistants", "game-master": "the game master"}
        return Illegal(
            "for-the-master",
            f"This is for {words.get(who, 'the commanders')} only.",
            do="Ask at the game master's table.",
        )
    if who == "game-master":
        return Illegal(
            "passphrase-needed",
            "This is for the game master.",
            do="Come in with the passphrase: it stands in the window in which the assistant was started.",
        )
    if mine.was_replaced:
        return Illegal(
            "who-are-you",
            "Your seat has a new code, so this phone is no longer in the game.",
            do="The game master replaced or took back the code you came in with: ask for the new one.",
        )
    return Illegal(
        "who-are-you",
        "You have not joined this game.",
        do="Scan the QR code of your seat again, or type its code.",
    )


def refuse_in_demo(campaign: Campaign) -> None:
    """What weighs on the whole laptop is not for whoever tapped on the demo."""
    if campaign.is_demo and not access().is_master:
        raise Illegal(
            "for-the-master",
            "A demo is thrown away, so no copies of it are made.",
            do="Begin a campaign of your own to see how it is kept safe.",
        )


def here(service: Service) -> Table:
    """The campaign of the address that is asked for, as it stands now."""
    at: Table = table(service, (request.view_args or {})["campaign"])
    g.table = at
    return at


def power_in(at: Table) -> Power:
    """What whoever asks may do there."""
    return access().power(at.campaign.id, at.world)


def myself(at: Table) -> Myself:
    """Who asks, to know one's own deeds by."""
    return access().myself(at.campaign.id, at.world)


def seated(at: Table) -> Myself:
    """Who asks, by their seats alone."""
    return access().seated(at.campaign.id, at.world)


def signature(at: Table, about: Iterable[CommanderId | None] = (), who: Iterable[str] = ()) -> Actor:
    """How whoever asks signs: as the seats which it is about, or who did what is undone.

    What is about none of them an assistant signs as such, and a phone of seats alone with all of them.
    """
    leading, seats = access().leading(at.campaign.id), access().seats(at.campaign.id, at.world)
    if access().masters(at.campaign.id):
        return THE_MASTER
    mine = concerned(seats, about, who)
    return as_seats(mine) if mine else leading or as_seats(seats)


def signature_for(at: Table, kind: str, setup: Json) -> Actor:
    """How whoever asks signs a deed: as a seat what a seat may do."""
    mine = access()
    has_one_name = mine.leading(at.campaign.id) is None and len(mine.seats(at.campaign.id, at.world)) < 2
    if has_one_name or not may_as_seat(power_in(at), at.kit, at.world, kind, setup):
        return signature(at)
    return signature(at, whose_deed(at.kit, at.world, kind, setup))


def done_before(at: Table, key: str, kind: str) -> Entry | None:
    """What this very command has become already, for whoever did it and did not hear of it."""
    found = at.service.ledger.entry_by_key(at.campaign.id, key)
    if found is None or not had_a_hand(found, myself(at)):
        return None
    return require_same(found, kind)
