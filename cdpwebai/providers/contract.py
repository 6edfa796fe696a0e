"""A site's DOM contract as data: which elements its page must hold, by which selectors, and what they are called.

Row 5, pure apart from reading one file. The decisions are elsewhere; here a row is looked up and nothing more.
"""

from __future__ import annotations

from importlib.resources import files

import msgspec

__all__ = ["Contract", "Element", "load_contract"]


class Element(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row. ``anchor`` names the element without which this one's absence proves nothing."""

    asks: str
    selectors: tuple[str, ...]
    seen: str
    anchor: str = ""


class Contract(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rows of one site. ``labels`` is name to language to the words seen, the same element in other languages."""

    schema: int
    provider: str
    revision: str
    elements: dict[str, Element]
    labels: dict[str, dict[str, tuple[str, ...]]]

    def selectors(self, name: str) -> list[str]:
        """The selectors of one row, in the order of trust."""
        return list(self.elements[name].selectors)

    def union(self, name: str) -> str:
        """The same as one selector list, for elements of which all are wanted."""
        return ", ".join(self.elements[name].selectors)

    def words(self, name: str) -> list[str]:
        """What the element is called, in every language that we know."""
        return [word for words in self.labels[name].values() for word in words]


def load_contract(package: str) -> Contract:
    """Read ``contract.toml`` of a provider's package. Raises msgspec.DecodeError when a row is not as it must be."""
    return msgspec.toml.decode(files(package).joinpath("contract.toml").read_bytes(), type=Contract)
