"""Firefox and WebKit for the tests of this folder, and games for them to visit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.browser.engines.browsers import Engine, Firefox, WebKit, firefox, webkit
from tests.browser.every_page import Site
from tests.browser.every_page import running as served


@pytest.fixture(scope="session")
def one_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """The Firefox of this system; without one these tests fail rather than pass unseen."""
    with firefox(tmp_path_factory.mktemp("firefox")) as started:
        yield started


@pytest.fixture(scope="session")
def one_webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    """The WebKit of this system; without one these tests fail rather than pass unseen."""
    with webkit(tmp_path_factory.mktemp("webkit")) as started:
        yield started


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each of the two in turn; what a test opens in it is closed afterwards."""
    started: Engine = request.getfixturevalue(f"one_{request.param}")
    yield started
    started.leave()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demo on its ninth turn, served."""
    with ExitStack() as open_now:
        yield open_now.enter_context(served(tmp_path_factory.mktemp("demo")))
