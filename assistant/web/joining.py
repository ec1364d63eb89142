"""Coming in: with the code of a seat, by its QR code, or as the game master with the passphrase."""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, jsonify, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign.passes import tidy_code
from assistant.campaign.service import Service
from assistant.kernel.errors import Illegal
from assistant.web.access import CODES, access, forget, remember, remember_master
from assistant.web.claims import claimant
from assistant.web.guessing import Guesses
from assistant.web.keys import Keys, is_scanned
from assistant.web.limits import Limits
from assistant.web.turnstile import LONGEST_PAGE

LONGEST_TYPED = 80
SCANNING = " Scanning the QR code of your seat works at once."


def blueprint(service: Service, keys: Keys, limits: Limits) -> Blueprint:
    """`/join`, `/j/CODE`, `/master`, `/leave` and `/forget`."""
    pages = Blueprint("joining", __name__)
    doors = Doors(service, keys, limits)

    @pages.get("/join")
    def join() -> str:
        return render_template("join.html", typed="", wrong="")

    @pages.post("/join")
    def enter() -> AnyResponse | tuple[str, int]:
        typed = request.form.get("code", "")[:LONGEST_TYPED]
        try:
            return doors.let_in(typed, or_master=True)
        except Illegal as error:
            return render_template("join.html", typed=typed, wrong=str(error)), 403

    @pages.get("/j/<code>")
    def come_in(code: str) -> AnyResponse:
        """By QR code; a page of another site that links here gains nothing by it."""
        code = code[:LONGEST_TYPED]
        # Old pictures carry no mark: such a code counts as typed.
        return doors.let_in(code, is_typed=not is_scanned(keys, code, request.args.get("s", "")))

    @pages.get("/master")
    def master() -> str | AnyResponse:
        """The browser that the start command opens brings the passphrase with it."""
        if given := request.args.get("passphrase", ""):
            doors.admit(given)
        if access().is_master or given:
            campaign = request.args.get("campaign", "")
            return redirect(url_for("screens.enter", campaign=campaign) if campaign else wanted_page())
        return render_template("master.html", wrong="", wanted=request.args.get("next", ""))

    @pages.post("/master")
    def master_enter() -> AnyResponse | tuple[str, int]:
        try:
            doors.admit(request.form.get("passphrase", ""))
        except Illegal as error:
            wanted = request.form.get("next", "")
            return render_template("master.html", wrong=str(error), wanted=wanted), 403
        return redirect(wanted_page())

    @pages.post("/leave")
    def leave() -> Response | AnyResponse:
        """This browser forgets every seat it holds."""
        session.clear()
        return redirect(url_for("home.home"))

    @pages.post("/forget")
    def forget_gone() -> Response:
        """This browser forgets the codes that were replaced, and keeps its other seats."""
        gone = [code for code in session.get(CODES, ()) if service.ledger.find_pass(str(code)) is None]
        forget(gone)
        return jsonify(forgotten=len(gone))

    return pages


class Doors:
    """Both doors: by the code of a seat, and by the passphrase; each counts its wrong tries."""

    def __init__(self, service: Service, keys: Keys, limits: Limits) -> None:
        self._service = service
        self._keys = keys
        # Counted apart: whoever mistypes a seat's code does not keep the game master out, nor the other way.
        self._at_seats, self._at_master = Guesses(limits, besides=SCANNING), Guesses(limits)

    def let_in(self, typed: str, *, or_master: bool = False, is_typed: bool = True) -> AnyResponse:
        """With the code of a seat; who leads the game takes the first door there is."""
        who = self._tries_as()
        if is_typed:
            self._at_seats.book(who)
        leads = or_master and self._is_passphrase(typed)
        found = self._service.ledger.find_pass(tidy_code(typed)) if typed.strip() and not leads else None
        if found is None and not leads:
            raise Illegal(
                "wrong-code",
                "No seat has this code.",
                do="Look at it once more: letters and digits, without 0, 1, I, L and O. "
                "It may have been replaced: ask the game master.",
            )
        if is_typed:
            self._at_seats.was_right(who)
        if found is None:
            remember_master(self._keys)
            return redirect(url_for("home.home"))
        remember(found)
        return redirect(f"/c/{found.campaign}")

    def admit(self, given: str) -> None:
        """With the passphrase."""
        who = self._tries_as()
        self._at_master.book(who)
        if not self._is_passphrase(given):
            raise Illegal(
                "wrong-passphrase",
                "That is not the passphrase.",
                do="It stands in the window in which the assistant was started.",
            )
        self._at_master.was_right(who)
        remember_master(self._keys)

    def _tries_as(self) -> str:
        """Whose tries these are: who has joined does not share them with all others behind one address."""
        found = claimant(self._service)
        return found.name if found.has_joined else request.remote_addr or ""

    def _is_passphrase(self, given: str) -> bool:
        return hmac.compare_digest(tidy_code(given[:LONGEST_TYPED]).encode(), self._keys.passphrase.encode())


def wanted_page() -> str:
    """The page somebody wanted before they were asked who they are: one of ours, or the first page."""
    wanted = request.values.get("next", "")
    # Two slashes, or a backslash that browsers take for one, would lead to another site.
    is_ours = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return (
        wanted if is_ours and wanted.isprintable() and len(wanted) <= LONGEST_PAGE else url_for("home.home")
    )
