"""Style sheets, scripts, typefaces and pictures, under an address that changes whenever one of them does."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path

from flask import Blueprint, Response, send_file, url_for
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from assistant.web.typefaces import FACES, web_face

FOLDER = Path(__file__).parent / "static"
KEPT = "public, max-age=31536000, immutable"


def blueprint() -> Blueprint:
    """`/static/VERSION/...`; in the path rather than a query, so that modules import each other's version."""
    pages = Blueprint("assets", __name__)
    version = version_of(FOLDER)

    @pages.get("/static/<asked>/<path:name>")
    def asset(asked: str, name: str) -> Response:
        # Read at once: who goes away in the middle leaves no file open behind.
        response = send_file(BytesIO(_content(name)), download_name=Path(name).name, etag=False)
        response.headers["Cache-Control"] = KEPT if asked == version else "no-store"
        return response

    def address(name: str) -> str:
        return url_for("assets.asset", asked=version, name=name)

    @pages.app_context_processor
    def for_templates() -> dict[str, object]:
        return {"asset": address, "asset_version": version}

    return pages


def _content(name: str) -> bytes:
    """What a file of the folder holds, or a typeface; whatever lies elsewhere is not found."""
    if name in FACES:
        return web_face(name)
    path = safe_join(str(FOLDER), name)
    try:
        # Which names a system can bear at all it only says when it is asked for one.
        if path is not None and Path(path).is_file():
            return Path(path).read_bytes()
    except OSError as error:
        raise NotFound from error
    raise NotFound


def version_of(folder: Path) -> str:
    """A short name for exactly these contents."""
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
