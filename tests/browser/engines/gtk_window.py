#!/usr/bin/python3
"""A window of WebKitGTK with nothing but a page, as narrow as a phone: run by the system's own Python.

WebKit's MiniBrowser is never narrower than 447 pixels, and asks the desktop whether it is night."""

import argparse
import sys
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402


def main() -> None:
    """Open a window for each that the driver asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--automation", action="store_true")
    parser.add_argument("--width", type=int, default=360)
    parser.add_argument("--height", type=int, default=740)
    parser.add_argument("--night", action="store_true")
    parser.add_argument(
        "--first", help="open this address in a tab before, which may die: the driver's may not"
    )
    wanted = parser.parse_args()
    if not Gtk.init_check(sys.argv)[0]:
        sys.exit("There is no display to open a window on.")
    Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", wanted.night)
    context = WebKit2.WebContext.new_ephemeral()  # nothing is kept from one run to the next
    context.set_automation_allowed(True)

    def opened(*_: object, is_driven: bool = True) -> Any:
        window = Gtk.Window()
        window.set_decorated(False)
        window.set_default_size(wanted.width, wanted.height)
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=is_driven)
        view.connect("close", lambda *_: window.destroy())
        window.add(view)
        window.show_all()
        return view

    def started(_: object, session: WebKit2.AutomationSession) -> None:
        about = WebKit2.ApplicationInfo.new()
        about.set_name("MiniBrowser")  # the only name that the driver accepts
        about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), 0)
        session.set_application_info(about)
        session.connect("create-web-view", opened)

    context.connect("automation-started", started)
    if wanted.first:
        opened(is_driven=False).load_uri(wanted.first)
    Gtk.main()


if __name__ == "__main__":
    main()
