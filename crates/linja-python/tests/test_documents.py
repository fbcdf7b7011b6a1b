"""The examples in docstrings and documents."""

import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest

import linja

ROOT = pathlib.Path(__file__).parents[3]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def run(text: str, name: str) -> int:
    """Runs the examples of a text and returns their number."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    lines: list[str] = []
    failed = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=lines.append).failed
    assert failed == 0, "".join(lines)
    return len(test.examples)


@pytest.mark.parametrize("name", [name for name in linja.__all__ if name != "__version__"])
def test_docstrings(name: str) -> None:
    thing = getattr(linja, name)
    members = vars(thing) if isinstance(thing, type) else {}
    for member, found in {"": thing, **members}.items():
        document = getattr(found, "__doc__", None)
        if isinstance(document, str) and (not member or not member.startswith("__")):
            run(document, f"linja.{name}.{member}")
    public = isinstance(thing, type) or callable(thing)
    assert not public or (thing.__doc__ or "").strip(), f"linja.{name} has no documentation"


def modules() -> list[str]:
    return ["linja"] + [f"linja.{module.name}" for module in pkgutil.iter_modules(linja.__path__)]


@pytest.mark.parametrize("name", modules())
def test_modules(name: str) -> None:
    if name in ("linja.pettingzoo", "linja.open_spiel"):
        pytest.importorskip("pettingzoo" if name == "linja.pettingzoo" else "pyspiel")
    run(importlib.import_module(name).__doc__ or "", name)


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "crates/linja-python/README.md"])
def test_documents(document: str) -> None:
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks, "no examples"
    assert run("\n".join(blocks), document) > 0
