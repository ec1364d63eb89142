"""The cookie of a browser, whatever becomes of the clock: what it says of moments is taken with care."""

from __future__ import annotations

import time
from datetime import datetime

from flask import Flask
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.wrappers import Request, Response
from itsdangerous import BadSignature


class Cookies(SecureCookieSessionInterface):
    """Flask's own, but for how it reads and tells moments."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie holds; nothing of one that is forged or too old."""
        signed = self.get_signing_serializer(app)
        if signed is None:
            return None
        kept = request.cookies.get(self.get_cookie_name(app), "")
        try:
            held, at = signed.loads(kept, return_timestamp=True)
        except BadSignature:
            return self.session_class()
        is_too_old = time.time() - at.timestamp() > app.permanent_session_lifetime.total_seconds()
        return self.session_class() if is_too_old else self.session_class(held)

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """At no moment, but after so many seconds: the laptop's clock need not be the phone's."""
        return None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Tell the browser how long it may keep the cookie."""
        super().save_session(app, session, response)
        ours, seconds = f"{self.get_cookie_name(app)}=", int(app.permanent_session_lifetime.total_seconds())
        if session and session.permanent:
            told = response.headers.getlist("Set-Cookie")
            kept = [f"{one}; Max-Age={seconds}" if one.startswith(ours) else one for one in told]
            response.headers.setlist("Set-Cookie", kept)
