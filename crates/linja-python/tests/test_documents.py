"""The examples in docstrings and documents."""

import doctest
import importlib
import pathlib
import pkgutil
import re
import subprocess

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


def examples(document: str) -> int:
    """Runs the examples of a document. Blocks marked `python package` are those in a document that has others as well."""
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python(?: package)?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks, "no examples"
    return run("\n".join(blocks), document)


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "docs/building.md", "crates/linja-python/README.md"])
def test_documents(document: str) -> None:
    assert examples(document) > 0


def test_documents_that_need_a_data_set(program: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = "linja export --sample 1000 --format npy -o sample.npy"
    assert command in (ROOT / "docs/data.md").read_text()
    subprocess.run([program, *command.split()[1:]], check=True, stderr=subprocess.DEVNULL)
    assert examples("docs/data.md") > 0
