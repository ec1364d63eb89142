"""What browsers silently mend in a page, each in its own way: found before they do."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = frozenset(("br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
# A paragraph ends where one of these begins, whatever the page says.
BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figure"),
        *("footer", "form", "h1", "h2", "h3", "h4", "header", "hr", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "ul"),
    )
)
A_TIME = re.compile(r"(\d{4}-\d\d-\d\d.*|\d\d:\d\d(:\d\d)?)")


class Markup(HTMLParser):
    """Reads one page and notes what is wrong with it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._open: list[str] = []
        self._ids: set[str] = set()
        self._time: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag in BLOCKS and "p" in self._open:
            self.faults.append(f"<{tag}> stands in a <p>")
        if (name := said.get("id")) is not None:
            if name in self._ids:
                self.faults.append(f"two have the id {name}")
            self._ids.add(name)
        if tag == "time" and "datetime" not in said:
            self._time = ""
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Drawings close their parts at once."""

    def handle_endtag(self, tag: str) -> None:
        if tag == "time" and self._time is not None:
            if not A_TIME.fullmatch(self._time.strip()):
                self.faults.append(f"<time> of {self._time!r} has no datetime")
            self._time = None
        if self._open[-1:] == [tag]:
            self._open.pop()
        else:
            self.faults.append(f"</{tag}> closes {self._open[-1:]}")

    def handle_data(self, data: str) -> None:
        if self._time is not None:
            self._time += data


def faults_of(page: str) -> list[str]:
    """What is wrong with the markup of a page, as readable lines."""
    markup = Markup()
    markup.feed(page)
    markup.close()
    return markup.faults
