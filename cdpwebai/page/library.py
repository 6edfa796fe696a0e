"""The reader library: the scripts of ``js/*.js`` as data, linked into one source that is installed once per document.

Row 4, pure apart from reading the package's own files. One file is one function expression and one question; its header
says what it asks, what each answer means, and which other scripts it uses. Linking gives a script those and nothing
else, so that an undeclared use fails at the first call. A provider links its own folder with ours::

    LIBRARY = Library.load("cdpwebai.page", "cdpwebai.providers.chatgpt")

The hash names the library in every look and in every recording. A caller's values never become source: they go in as
arguments. What a site's scripts share and a look need not carry, its contract, is given as ``data`` and linked as JSON.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

__all__ = ["Library", "Script", "base_library", "page_script"]

Kind = Literal["asks", "does"]

HEADERS: Mapping[Kind, tuple[str, ...]] = {
    "asks": ("asks", "visible when", "absent when", "unknown when", "uses"),
    "does": ("does", "uses"),
}
"""The header lines that each kind must have."""

GIVEN = ("kept", "reader")
"""What ``_library.js`` gives to who names it in ``uses``: a Map that lives as long as the document; readers by name."""

_HEADER_LINE = re.compile(r"// (?P<key>[a-z ]+):(?P<text>.*)")


class Script(msgspec.Struct, frozen=True):
    """One file: a reader (``asks``) or an act (``does``). ``starts``: called once when the library is installed.

    An ``async function`` waits, for an answer of the site's server say. It is asked by itself, never in an observation,
    which is one moment.
    """

    name: str
    kind: Kind
    uses: tuple[str, ...]
    starts: bool
    source: str
    header: dict[str, str]

    @property
    def waits(self) -> bool:
        """Whether its answer is a promise."""
        return self.source.startswith("async ")

    @classmethod
    def parse(cls, name: str, text: str) -> Script:
        """Read one file. Raises ValueError, naming it, when its header or its one function is not as it must be."""
        header = _header_of(name, text)
        kind: Kind = "does" if "does" in header else "asks"
        missing = [key for key in HEADERS[kind] if key not in header]
        if missing:
            raise ValueError(f"{name}.js has no header line '// {missing[0]}:'")
        source = _code(text)
        if not (source.removeprefix("async ").startswith(f"function {name}(") and source.endswith("}")):
            raise ValueError(f"{name}.js must hold one function expression called {name}")
        uses = tuple(part.strip() for part in header["uses"].split(",") if part.strip())
        return cls(name, kind, uses, "starts" in header, source, header)

    @classmethod
    def constant(cls, name: str, value: Any) -> Script:
        """A script that gives one value of JSON, for others to use."""
        source = f"function {name}() {{ return {msgspec.json.encode(value).decode()}; }}"
        return cls(name, "asks", (), False, source, dict.fromkeys(HEADERS["asks"], "data"))


def _header_of(name: str, text: str) -> dict[str, str]:
    """The header: comment lines from the top down to code or to a bare ``//``, after which remarks may follow."""
    header: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith("// "):
            break
        match = _HEADER_LINE.fullmatch(line)
        if match is None or match["key"] not in {*HEADERS["asks"], *HEADERS["does"], "starts"}:
            raise ValueError(f"{name}.js has a header line that says nothing we know: {line}")
        header[match["key"]] = match["text"].strip()
    return header


class Library:
    """Linked scripts. ``source`` installs them when it is run in a document; ``hash`` names exactly this library."""

    def __init__(self, scripts: Iterable[Script]) -> None:
        self.scripts = {script.name: script for script in scripts}
        body = _linked(_in_order(self.scripts))
        install = _code(_read("cdpwebai.page", "_library"))
        self.hash = hashlib.sha256((install + body).encode()).hexdigest()[:16]
        self.source = f'({install})("{self.hash}", {body});\n//# sourceURL=cdpwebai/library-{self.hash}.js'

    def __repr__(self) -> str:
        return f"<Library {self.hash}: {len(self.scripts)} scripts>"

    @classmethod
    def load(cls, *packages: str, data: Mapping[str, Any] = {}) -> Library:
        """Link the ``js`` folders of packages, and ``data``: each value as a script of its name that gives it.

        Raises ValueError: bad header, circle, unknown or double name.
        """
        scripts = [script for package in packages for script in _scripts_of(package)]
        scripts += [Script.constant(name, value) for name, value in data.items()]
        names = [script.name for script in scripts]
        double = next((name for name in names if names.count(name) > 1), None)
        if double is not None:
            raise ValueError(f"two scripts are called {double}")
        return cls(scripts)

    @property
    def world(self) -> str:
        """The name of the isolated world. Two clients share one only when they have the same library."""
        return f"cdpwebai {self.hash}"

    def check(self, name: str, kind: Kind) -> Script:
        """The reader or act of this name. Raises ValueError when there is none: our mistake, found before any call."""
        script = self.scripts.get(name)
        if script is None or script.kind != kind:
            raise ValueError(f"the library {self.hash} has no script that {kind} called {name!r}")
        return script


def _scripts_of(package: str) -> list[Script]:
    paths = sorted(files(package).joinpath("js").iterdir(), key=lambda path: path.name)
    names = [path.name.removesuffix(".js") for path in paths if path.name.endswith(".js")]
    return [Script.parse(name, _read(package, name)) for name in names if not name.startswith("_")]


def _read(package: str, name: str) -> str:
    return files(package).joinpath("js", f"{name}.js").read_text(encoding="utf-8")


@cache
def page_script(name: str) -> str:
    """One of our functions that are not of the library (``_value``, ``_node``, ...), with its name for traces."""
    return f"{_code(_read('cdpwebai.page', name))}\n//# sourceURL=cdpwebai/{name.removeprefix('_')}.js\n"


def _code(text: str) -> str:
    """A file without its header and remarks."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("//")).strip()


@cache
def base_library() -> Library:
    """The readers and acts that every page has."""
    return Library.load("cdpwebai.page")


def _in_order(scripts: Mapping[str, Script]) -> list[Script]:
    """Each script after those that it uses."""
    ordered: dict[str, Script] = {}

    def add(name: str, users: tuple[str, ...]) -> None:
        if name in users:
            raise ValueError(f"scripts use each other in a circle: {' -> '.join((*users, name))}")
        if name not in scripts:
            raise ValueError(f"{users[-1]}.js uses {name}, which no script is called")
        for used in scripts[name].uses:
            if used not in GIVEN and used not in ordered:
                add(used, (*users, name))
        ordered[name] = scripts[name]

    for name in scripts:
        if name not in ordered:
            add(name, ())
    return list(ordered.values())


def _linked(scripts: Iterable[Script]) -> str:
    """A function that defines the scripts, each in a scope that holds what it uses."""
    ordered = list(scripts)
    kinds = {script.name: script.kind for script in ordered}

    def value(name: str) -> str:
        return name if name in GIVEN else f"{kinds[name]}.{name}"

    def definition(script: Script) -> str:
        given = ", ".join(map(value, script.uses))
        return f"{value(script.name)} = (({', '.join(script.uses)}) => ({script.source}))({given});"

    starters = ", ".join(value(script.name) for script in ordered if script.starts)
    return "\n".join(["(asks, does, kept, reader) => {", *map(definition, ordered), f"return [{starters}];", "}"])
