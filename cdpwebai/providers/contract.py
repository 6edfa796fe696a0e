"""A site's DOM contract as data: which elements its page must hold, by which selectors, and what they are called.

Row 5, pure apart from reading files. The decisions are elsewhere; here a row is looked up and nothing more. A site
changes faster than we do: a file of the user's (``CDPWEBAI_CONTRACT``) lays over ours, row by row::

    schema = 1
    provider = "chatgpt"
    revision = "2027-01-15"

    [elements.send]
    asks = "the composer's own Send, inside its form"
    selectors = ["[data-testid=send-it]"]
    seen = "2027-01, by hand"

    [labels.stop]
    en = ["Halt"]
"""

from __future__ import annotations

import os
import stat
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cdpwebai.errors import InputError

__all__ = ["OVERLAY", "Contract", "Element", "load_contract"]

OVERLAY = "CDPWEBAI_CONTRACT"
"""The environment variable that names a user's file."""

MOST_BYTES = 1_000_000
"""No contract is longer than this."""


class Element(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row. ``anchor`` names the element without which this one's absence proves nothing."""

    asks: str
    selectors: tuple[str, ...]
    seen: str
    anchor: str = ""


class Contract(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rows of one site. ``labels`` is name to language to the words seen, the same element in other languages.

    ``revision`` is the date of its last change, as ISO 8601 writes it.
    """

    schema: int
    provider: str
    revision: str
    elements: dict[str, Element] = {}
    labels: dict[str, dict[str, tuple[str, ...]]] = {}

    def selectors(self, name: str) -> list[str]:
        """The selectors of one row, in the order of trust."""
        return list(self.elements[name].selectors)

    def for_page(self) -> dict[str, Any]:
        """What the readers in the page need of it: ``selectors`` by row, and ``words`` by name, of all languages."""
        return {
            "selectors": {name: element.selectors for name, element in self.elements.items()},
            "words": {name: [word for words in row.values() for word in words] for name, row in self.labels.items()},
        }

    def under(self, newer: Contract) -> Contract:
        """This contract with the rows of a newer one in place of its own; of labels, language by language.

        Raises InputError when it does not fit: another site or format, an older revision, an unknown or an empty row.
        """
        if (newer.schema, newer.provider) != (self.schema, self.provider):
            raise InputError(
                f"it is for {newer.provider} in format {newer.schema}, not for {self.provider} in format {self.schema}"
            )
        if newer.revision < self.revision:
            raise InputError(f"it is of {newer.revision}, older than the built-in one of {self.revision}")
        unknown = sorted({*newer.elements} - {*self.elements} | {*newer.labels} - {*self.labels})
        if unknown:
            raise InputError(f"it has a row {unknown[0]!r}, which nothing asks for")
        bare = [name for name, row in newer.elements.items() if not all(row.selectors) or not row.selectors]
        if bare:
            raise InputError(f"its row {bare[0]!r} has no selectors")
        wordless = [name for name, row in newer.labels.items() if not all(all(words) for words in row.values())]
        if wordless:
            raise InputError(f"its row {wordless[0]!r} has an empty label")
        labels = {name: row | newer.labels.get(name, {}) for name, row in self.labels.items()}
        return Contract(self.schema, self.provider, newer.revision, self.elements | newer.elements, labels)


def load_contract(package: str) -> Contract:
    """``contract.toml`` of a provider's package, with the user's newer file over it, if there is one.

    Raises InputError, naming the user's file, when it cannot be read or is not as it must be.
    """
    own = msgspec.toml.decode(files(package).joinpath("contract.toml").read_bytes(), type=Contract)
    path = os.environ.get(OVERLAY)
    if not path:
        return own
    try:
        return own.under(msgspec.toml.decode(_read(Path(path)), type=Contract))
    except OSError as error:
        raise InputError(f"the contract {path} that {OVERLAY} names cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"the contract {path} that {OVERLAY} names is malformed: {error}") from error
    except InputError as error:
        raise InputError(f"the contract {path} that {OVERLAY} names does not fit: {error.message}") from error


def _read(file: Path) -> bytes:
    if not stat.S_ISREG((told := file.stat()).st_mode):
        raise InputError("it is no regular file")
    if told.st_size > MOST_BYTES:
        raise InputError(f"it has {told.st_size} bytes, and {MOST_BYTES} are the most")
    return file.read_bytes()
