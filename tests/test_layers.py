"""Imports go one way, the core touches nothing of the outside, and no rule is decided by name."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from assistant.rules.book import Book
from assistant.rules.effects.registry import EFFECTS

PACKAGE = Path(__file__).resolve().parent.parent / "assistant"

RULES = ("kernel", "table", "rules")
CAMPAIGN = (*RULES, "maps", "packs", "simulate", "ledger", "campaign")
MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "kernel": (),
    "table": ("kernel",),
    "rules": ("kernel", "table"),
    # A drawing knows of ground and bases, not of rules.
    "maps": ("kernel", "table"),
    "packs": RULES,
    "simulate": RULES,
    "ledger": ("kernel",),
    "campaign": CAMPAIGN,
    "printing": CAMPAIGN,
    "web": (*CAMPAIGN, "printing"),
    "rehearse": (*CAMPAIGN, "printing"),
    # The command line starts the others; nothing else may know it.
    "cli": (*CAMPAIGN, "printing", "web", "rehearse"),
}

# Who may import what is not Python's own: one home for each package.
HOMES: Mapping[str, tuple[str, ...]] = {
    "annotated_types": ("packs",),
    "click": ("cli",),
    "confusable_homoglyphs": ("campaign",),
    "filelock": ("ledger",),
    "flask": ("web",),
    "fontTools": ("web",),
    "h11": ("web",),
    "ifaddr": ("web",),
    "itsdangerous": ("web",),
    "jinja2": ("web",),
    "markupsafe": ("web",),
    "numpy": ("simulate", "table"),
    "pydantic": ("packs",),
    "pydantic_core": ("packs",),
    "reportlab": ("printing",),
    "segno": ("web", "printing"),
    "tomlkit": ("packs",),
    "shapely": ("table",),
    "sqlalchemy": ("ledger",),
    "sqlmodel": ("ledger",),
    "uvicorn": ("web",),
    "werkzeug": ("web",),
}

# What the core may take from the standard library: nothing with a clock, a disk, a network or chance in it.
HARMLESS = {
    "__future__", "abc", "bisect", "collections", "contextlib", "contextvars", "copy", "dataclasses",
    "decimal", "difflib", "enum", "fractions", "functools", "heapq", "itertools", "math", "operator", "re",
    "string", "textwrap", "types", "typing",
}  # fmt: skip
# Evidence asks which file of the program called it; a tree of modules is imported by their names.
ALLOWED = {"kernel/evidence.py": {"sys"}, "kernel/tree.py": {"importlib", "pkgutil"}}
OUTSIDE = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}

# Words of the battle file that happen to be effects too: `site.darkness` and `site.fortress` are questions
# about where a fight is, and both are read by the program as such. `ground` is what people are asked for too.
ALSO_WORDS_OF_THE_BATTLE_FILE = {"darkness", "fortress", "ground"}

Sources = Mapping[str, str]


@cache
def sources() -> Sources:
    """Every module of the program by its path inside the package."""
    return {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def layer_of(path: str) -> str:
    """The folder a module lies in; the package's own few files belong to the command line."""
    return path.split("/")[0] if "/" in path else "cli"


def imports(source: str) -> Iterator[tuple[int, str]]:
    """Every imported module with its line, also those inside functions and for type checkers only."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module == "assistant":
                yield from ((node.lineno, f"assistant.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, str(node.module)


def wrong_way(modules: Sources) -> list[str]:
    """Imports of our own that go up or sideways."""
    return [
        f"{path}:{line} {layer_of(path)} -> {target}"
        for path, source in modules.items()
        for line, name in imports(source)
        if name.startswith("assistant.")
        and (target := name.split(".")[1]) in MAY_IMPORT
        and target != layer_of(path)
        and target not in MAY_IMPORT[layer_of(path)]
    ]


def far_from_home(modules: Sources) -> list[str]:
    """Imports of other people's packages outside the one layer that may know them."""
    return [
        f"{path}:{line} {layer_of(path)} -> {package}"
        for path, source in modules.items()
        for line, name in imports(source)
        if (package := name.split(".")[0]) not in sys.stdlib_module_names
        and package != "assistant"
        and layer_of(path) not in HOMES.get(package, ())
    ]


def impure(modules: Sources) -> list[str]:
    """What in the core could reach a clock, a disk, a network, a framework or chance."""
    core = {path: source for path, source in modules.items() if layer_of(path) in RULES}
    brought = [
        f"{path}:{line} {layer_of(path)} -> {name}"
        for path, source in core.items()
        for line, name in imports(source)
        if (package := name.split(".")[0]) in sys.stdlib_module_names
        and package not in HARMLESS | ALLOWED.get(path, set())
    ]
    called = [
        f"{path}:{node.lineno} {layer_of(path)} calls {node.func.id}"
        for path, source in core.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE
    ]
    return brought + called


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string constant with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def decided_by_name(modules: Sources, names: set[str]) -> list[str]:
    """Strings that name an effect or a place outside the effects themselves."""
    return [
        f"{path}:{line} names {text!r}"
        for path, source in modules.items()
        if not path.startswith("rules/effects/")
        for line, text in strings(source)
        if text in names
    ]


def test_imports_go_one_way() -> None:
    assert wrong_way(sources()) == []


def test_each_foreign_package_has_one_home() -> None:
    assert far_from_home(sources()) == []


def test_the_core_touches_no_clock_disk_network_framework_or_chance() -> None:
    assert impure(sources()) == []


def test_every_layer_is_known() -> None:
    assert {layer_of(path) for path in sources()} <= set(MAY_IMPORT)


def test_no_effect_and_no_place_is_named_outside_the_effects(book: Book) -> None:
    names = {*EFFECTS, *book.abilities, *book.places} - ALSO_WORDS_OF_THE_BATTLE_FILE
    assert decided_by_name(sources(), names) == []


def test_an_exempt_word_is_still_an_effect() -> None:
    assert set(EFFECTS) >= ALSO_WORDS_OF_THE_BATTLE_FILE


def ours() -> list[Path]:
    """Every Python file of ours, tests and benchmarks too."""
    folders = [PACKAGE.parent / name for name in ("assistant", "tests", "bench")]
    return [file for folder in folders for file in folder.rglob("*.py")]


def long_functions(source: str) -> Iterator[tuple[str, int]]:
    """Functions of more than 60 lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            if length > 60:
                yield node.name, length


def test_functions_stay_short() -> None:
    found = {file: [*long_functions(file.read_text(encoding="utf-8"))] for file in ours()}
    assert {file: functions for file, functions in found.items() if functions} == {}


def test_a_long_function_would_be_found() -> None:
    lines = "    x = 1\n" * 60
    assert [*long_functions(f"def f():\n{lines}")] == [("f", 61)]


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        ("kernel/a.py", "from assistant.rules.book import Book", "kernel/a.py:1 kernel -> rules"),
        ("kernel/a.py", "\nfrom assistant import table", "kernel/a.py:2 kernel -> table"),
        ("ledger/a.py", "import assistant.rules.world", "ledger/a.py:1 ledger -> rules"),
        ("packs/a.py", "def f():\n    from assistant.simulate import x", "packs/a.py:2 packs -> simulate"),
        ("web/a.py", "import assistant.cli", "web/a.py:1 web -> cli"),
        ("campaign/a.py", "from assistant.web import app", "campaign/a.py:1 campaign -> web"),
    ],
)
def test_an_import_the_wrong_way_would_be_found(path: str, source: str, said: str) -> None:
    assert wrong_way({path: source}) == [said]


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        ("rules/a.py", "import random", "rules/a.py:1 rules -> random"),
        ("kernel/a.py", "from datetime import date", "kernel/a.py:1 kernel -> datetime"),
        ("table/a.py", "import os.path", "table/a.py:1 table -> os.path"),
        ("rules/a.py", "x = open('f')", "rules/a.py:1 rules calls open"),
    ],
)
def test_a_reach_outside_would_be_found(path: str, source: str, said: str) -> None:
    assert impure({path: source}) == [said]


@pytest.mark.parametrize(
    ("path", "package"),
    [
        ("kernel/a.py", "pydantic"),
        ("rules/a.py", "shapely"),
        ("campaign/a.py", "sqlmodel"),
        ("cli/a.py", "flask"),
        ("web/a.py", "click"),
        ("web/a.py", "never_heard_of"),
    ],
)
def test_a_package_far_from_home_would_be_found(path: str, package: str) -> None:
    layer = layer_of(path)
    assert far_from_home({path: f"import {package}.part"}) == [f"{path}:1 {layer} -> {package}"]


def test_a_decision_by_name_would_be_found() -> None:
    forged = {"rules/combat/strike.py": "if ability == 'terror':\n    pass"}
    assert decided_by_name(forged, {"terror"}) == ["rules/combat/strike.py:1 names 'terror'"]
