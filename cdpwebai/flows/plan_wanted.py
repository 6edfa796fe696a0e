"""What was asked for beside the prompt: model, effort and family, by their names; refused where they contradict.

Row 6, pure. Names are refused before a browser is touched. A name is one of the site's own tiers or an older name that
still has a clear meaning; one that is retired, or Work's alone, is refused by name and never taken for another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from cdpwebai.errors import InputError
from cdpwebai.providers.picker import EFFORTS, Tier

__all__ = ["FAMILIES", "GEARED", "Wanted", "wanted"]

T = TypeVar("T")
Model = Literal["instant", "thinking", "pro"]

MODELS: dict[str, Model] = {
    **dict.fromkeys(("instant", "fast", "gpt-5-3", "gpt-5.3"), "instant"),
    **dict.fromkeys(("thinking", "think", "gpt-5-5-thinking", "gpt-5.5-thinking"), "thinking"),
    **dict.fromkeys(("pro", "gpt-5-5-pro", "gpt-5.5-pro"), "pro"),
}
EFFORT_NAMES: dict[str, Tier] = {
    **dict.fromkeys(("medium", "light", "low", "standard", "normal", "regular", "default"), "medium"),
    **dict.fromkeys(("high", "extended"), "high"),
    **dict.fromkeys(("xhigh", "extra-high", "extra_high", "extra high", "heavy"), "xhigh"),
}
GEARS: dict[Tier, tuple[str, ...]] = {
    "medium": ("medium", "gear_standard"),
    "high": ("high", "gear_extended"),
    "xhigh": ("xhigh", "gear_heavy"),
}
"""The labels by which an older picker's row has these efforts, in a menu of its own (reference C.5)."""

LIGHT = ("light", "low")
"""Names of an effort that only such a menu has, below the medium one."""

GEARED = ("gear_light", *(label for labels in GEARS.values() for label in labels))
"""All that such a menu may have."""

FAMILIES = {"gpt-5.6-sol": "GPT-5.6 Sol", "gpt-5.5": "GPT-5.5", "o3": "o3"}
"""The families by name, each with its label, which is the same in every language."""

PRO_EFFORTS = ("standard", "normal", "regular", "default", "extended")
"""Efforts that Pro once had and has no more: they are passed over, with a warning."""


@dataclass(frozen=True)
class Wanted:
    """``tiers``: those that will do, the preferred first; none where only a family was asked for. ``above``: only where
    such a tier is in force already, as for an effort alone. ``family``: its label, "" for any.

    ``gears``: the labels of the effort where it stands in a menu of the model's row, the preferred first.
    ``model``, ``effort`` and ``family_name`` are the caller's own words; ``unenforced``: the effort means nothing to
    the model.
    """

    tiers: tuple[Tier, ...] = ()
    above: tuple[Tier, ...] = ()
    family: str = ""
    gears: tuple[str, ...] = ()
    model: str = ""
    effort: str = ""
    family_name: str = ""
    strict: bool = False
    unenforced: bool = False

    @property
    def is_effort(self) -> bool:
        """Whether an effort must be proven, and not only a model."""
        return bool(self.effort) and not self.unenforced


def wanted(model: str = "", effort: str = "", family: str = "", *, strict: bool = False) -> Wanted | None:
    """What these names ask for; None when nothing is asked for. Raises InputError, one sentence."""
    if not (model or effort or family):
        return None
    chosen = _known("model", model, MODELS)
    force = _known("effort", effort, EFFORT_NAMES)
    label = _known("family", family, FAMILIES) or ""
    spoken: dict[str, Any] = {
        "family": label,
        "gears": _gears(effort, force),
        "model": model,
        "effort": effort,
        "family_name": family,
        "strict": strict,
    }
    match chosen:
        case "instant" if force:
            raise InputError(f"--model {model} has no effort, so --effort {effort} contradicts it")
        case "instant":
            return Wanted(("instant",), **spoken)
        case "pro" if force and _plain(effort) not in PRO_EFFORTS:
            raise InputError(f"--model {model} has no effort, so --effort {effort} contradicts it")
        case "pro":
            return Wanted(("pro",), unenforced=bool(force), **spoken)
        case "thinking":
            return Wanted((force,) if force else EFFORTS, **spoken)
        case _:
            return Wanted((force,) if force else (), above=(*EFFORTS, "think") if force else (), **spoken)


def _gears(effort: str, force: Tier | None) -> tuple[str, ...]:
    light = ("gear_light",) if _plain(effort) in LIGHT else ()
    return (*light, *GEARS[force]) if force else ()


def _plain(name: str) -> str:
    return " ".join(name.strip().casefold().split())


def _known(option: str, name: str, names: dict[str, T]) -> T | None:
    if not name:
        return None
    if _plain(name) not in names:
        raise InputError(f"--{option} {name} is not known; there are: {', '.join(names)}")
    return names[_plain(name)]
