"""The documentation lists every command, hook, effect and refusal, and what it points to is there."""

from __future__ import annotations

import ast
import fnmatch
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

import run
from assistant.rules.effects.hooks import HOOKS, Effect
from assistant.rules.effects.registry import EFFECTS
from assistant.rules.reminders import UPKEEP
from tests.cli.commands import parse, tree

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
REFUSALS = {"AssistantError", "Malformed", "Illegal", "Stale", "BadPack", "ReplayDiverged"}
COMMANDS = dict(tree())


def text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def in_backticks(page: str) -> set[str]:
    """Everything that a page sets as code in a line."""
    return set(re.findall(r"`([^`\n]+)`", page))


@cache
def codes() -> set[str]:
    """The code of every refusal in the program; one that is put together has a star in it."""
    return {
        code
        for path in (ROOT / "assistant").rglob("*.py")
        for code in codes_in(path.read_text(encoding="utf-8"))
    }


def codes_in(source: str) -> Iterator[str]:
    """Codes of refusals made here, and those that a refusal of its own kind always has."""
    module = ast.parse(source)
    own = [node for node in ast.walk(module) if isinstance(node, ast.ClassDef) and is_refusal(node)]
    names = REFUSALS | {node.name for node in own}
    for call in calls(module):
        if ast.unparse(call.func).split(".")[-1] in names:
            yield from code_of(call.args[0])
    for call in (call for node in own for call in calls(node)):
        if ast.unparse(call.func) == "super().__init__":
            yield from code_of(call.args[0])


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)


def is_refusal(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) in REFUSALS for base in node.bases)


def code_of(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(code)) if re.fullmatch(r"[a-z]+(-[a-z]+)*", code):
            yield code
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from (*code_of(one), *code_of(other))


def test_codes_of_refusals_are_found() -> None:
    made = "raise Illegal('one-code', 'x')\nraise errors.Stale(f'no-{kind}', f'{y}')\nprint('not-a-code')"
    assert set(codes_in(made)) == {"one-code", "no-*"}
    assert {"dice-count", "replay-diverged", "bad-pack", "stale-version"} <= codes()


def test_every_refusal_is_documented() -> None:
    documented = in_backticks(text("errors.md"))
    assert sorted(code for code in codes() if not fnmatch.filter(documented, code)) == []


def test_no_refusal_is_documented_that_does_not_exist() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", text("errors.md"), flags=re.MULTILINE)
    assert [code for code in listed if not any(fnmatch.fnmatch(code, made) for made in codes())] == []


def test_every_hook_is_documented() -> None:
    assert sorted(set(HOOKS) - in_backticks(text("effects.md"))) == []


def test_no_hook_is_there_for_nobody() -> None:
    used = {
        hook for hook in HOOKS for cls in EFFECTS.values() if getattr(cls, hook) is not getattr(Effect, hook)
    }
    assert sorted(set(HOOKS) - used) == []


def test_every_effect_and_every_reminder_is_documented() -> None:
    assert sorted({*EFFECTS, *UPKEEP} - in_backticks(text("effects.md"))) == []


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_is_documented(path: str) -> None:
    assert any(code.startswith(path) for code in in_backticks(text("commands.md")))


@pytest.mark.parametrize("path", [path for path in COMMANDS if not isinstance(COMMANDS[path], click.Group)])
def test_every_option_is_documented_with_its_command(path: str) -> None:
    section = section_of(text("commands.md"), path)
    options = [option for option in COMMANDS[path].params if isinstance(option, click.Option)]
    assert [option.opts[-1] for option in options if not any(name in section for name in option.opts)] == []


def section_of(page: str, path: str) -> str:
    """What a page says under the heading of a command."""
    found = re.search(rf"^(#+) `{re.escape(path)}`\n(.*?)(?=^#+ |\Z)", page, flags=re.MULTILINE | re.DOTALL)
    assert found is not None, f"{path} has no heading of its own"
    return found[2]


def links(page: Path) -> Iterator[str]:
    """Where a page points to inside the project."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            yield target


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_internal_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_name_commands_that_exist_and_options_they_have(page: Path) -> None:
    for line in page.read_text(encoding="utf-8").splitlines():
        words = re.match(r"\s+(?:\$ )?(assistant|python3 run\.py)(?: +(.*))?$", line)
        if words is None:
            continue
        rest = re.split(r"(?:^|\s+)[#|>&]", words[2] or "")[0]
        if words[1] != "assistant":
            check_run(shlex.split(rest))
        elif line.lstrip().startswith("$ "):
            parse(shlex.split(rest))
        else:
            # A line of usage: [--option VALUE]... NAME
            assert any(f"assistant {rest}".startswith(path) for path in COMMANDS if path != "assistant"), line


def check_run(words: list[str]) -> None:
    """`python3 run.py` with these words is one of its commands."""
    named = [word for word in words if not word.startswith("-")]
    assert not named or words[0].startswith("-") or words[0] in run.COMMANDS, words


def test_a_wrong_example_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        parse(["campaign", "udno", "summer"])
    with pytest.raises(AssertionError):
        check_run(["tset"])


def test_nothing_committed_names_the_folder_it_lies_in() -> None:
    pages = [*PAGES, *(ROOT / "assistant").rglob("*.py"), *(ROOT / "tests").rglob("*.txt")]
    assert [page.name for page in pages if str(ROOT) in page.read_text(encoding="utf-8")] == []


def test_every_benchmark_is_documented_with_what_it_proves() -> None:
    said = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("## Benchmarks")[2]
    listed = re.findall(r"^\| `(\w+)` \|", said.partition("\n## ")[0], flags=re.MULTILINE)
    found = (path.stem for path in (ROOT / "bench").glob("*.py"))
    assert listed == sorted(name for name in found if not name.startswith("_"))


def architecture() -> str:
    """The page for whoever opens the code for the first time."""
    return text("architecture.md")


def test_the_architecture_has_every_folder_of_the_program_and_what_it_is_built_on() -> None:
    layers = architecture().partition("## Layers")[2].partition("\nImports go one way")[0]
    listed = set(re.findall(r"^ +(\w+)/ ", layers, flags=re.MULTILINE))
    folders = [path.parent for path in (ROOT / "assistant").rglob("__init__.py")]
    assert listed == {folder.name for folder in folders} - {"assistant"}
    for package in ("shapely", "pydantic", "reportlab", "sqlmodel", "numpy", "flask", "uvicorn"):
        assert package in layers


def test_the_architecture_names_only_modules_that_are_there() -> None:
    named = {one for one in in_backticks(architecture()) if re.fullmatch(r"[\w/]+\.(py|js|csv)", one)}
    paths = [path.as_posix() for path in (ROOT / "assistant").rglob("*") if path.is_file()]
    assert {one for one in named if not any(path.endswith(f"/{one}") for path in paths)} == set()
    assert len(named) > 20


def test_the_architecture_tells_the_way_of_a_request_in_its_order() -> None:
    way = architecture().partition("## A request")[2].partition("\n## ")[0]
    modules = re.findall(r"^\d\. `(\w+)\.py`", way, flags=re.MULTILINE)
    assert modules == ["connections", "bridge", "turns", "wsgi", "turnstile", "line"]
    for module in modules:
        assert (ROOT / "assistant" / "web" / f"{module}.py").is_file()
