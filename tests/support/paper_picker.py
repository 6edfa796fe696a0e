"""A picker of models on paper, and the plan of choosing in it run to its end, in no time but the plan's own."""

from __future__ import annotations

from dataclasses import dataclass, field

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_select import Chosen, Key, Refused, SelectAction, SelectState, Unproven, plan_select
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.providers.contract import load_contract
from cdpwebai.providers.picker import Option, Picker, Slide, Words
from cdpwebai.verdict import Known

__all__ = ["FAMILIES", "NAMES", "WORDS", "Paper", "chosen", "run", "step"]

WORDS = Words(load_contract("cdpwebai.providers.chatgpt"))
NAMES = ("Instant", "Medium", "High", "Extra High", "Pro")
FAMILIES = ("GPT-5.6 Sol", "GPT-5.5", "o3")


@dataclass
class Paper:
    """A picker on paper. ``obeys``: what is clicked becomes what is chosen; ``closes``: and that closes it."""

    kind: str = "flat"
    tier: str = "High"
    family: str = "GPT-5.6 Sol"
    names: tuple[str, ...] = NAMES
    disabled: tuple[str, ...] = ()
    why: str = "Resets on Monday."
    obeys: bool = True
    closes: bool = True
    opens: bool = True
    escapes: bool = True
    tells: bool = True
    pill: str | None = None
    is_open: bool = False
    opened: tuple[str, ...] | None = None
    acts: list[SelectAction] = field(default_factory=list[SelectAction])

    def see(self) -> Picker:
        pill = self.tier if self.pill is None else self.pill
        if not self.is_open:
            return Picker(pill)
        options = {"Model": self.families, "Effort": self.tiers}.get(self.opened[0] if self.opened else "")
        folded = (self.row("Model", self.family), self.row("Effort", self.tier))
        rows = {"flat": self.tiers, "power": folded}.get(self.kind, ())
        return Picker(pill, True, rows, self.slide, self.opened, options)

    def row(self, *lines: str) -> Option:
        return Option(lines, opens=True)

    @property
    def tiers(self) -> tuple[Option, ...]:
        return tuple(self.option(name, self.tier) for name in self.names)

    @property
    def families(self) -> tuple[Option, ...]:
        return tuple(self.option(name, self.family) for name in FAMILIES)

    def option(self, name: str, chosen: str) -> Option:
        why = self.why if name in self.disabled else ""
        return Option((name,), name == chosen if self.tells else None, name in self.disabled, why)

    @property
    def slide(self) -> Slide | None:
        if self.kind == "flat":
            return None
        at = self.names.index(self.tier)
        return Slide(0, len(self.names) - 1, at, f"{self.tier}, {at + 1} of {len(self.names)}.")

    def act(self, action: SelectAction) -> None:
        self.acts.append(action)
        match action:
            case Open():
                self.is_open = self.opens
            case Close():
                self.is_open = not self.escapes
            case Row(lines, False) if lines[0] in ("Model", "Effort"):
                self.opened = lines
            case Row(lines, _):
                self._choose(lines[0])
            case Key(name) if self.obeys:
                self.tier = self.names[self.names.index(self.tier) + (1 if name == "ArrowRight" else -1)]
            case _:
                pass

    def _choose(self, name: str) -> None:
        if self.obeys and name in FAMILIES:
            self.family = name
        elif self.obeys:
            self.tier = name
        if self.closes:
            self.is_open, self.opened = False, None


def run(
    paper: Paper, model: str = "", effort: str = "", family: str = "", *, reads: bool = False
) -> Chosen | Unproven | Refused:
    """Look and act until it has ended; time passes only where the plan waits."""
    asked = wanted(model, effort, family)
    assert asked is not None
    state, now = SelectState(since=0.0, reads=reads), 0.0
    for _ in range(60):
        state, action = plan_select(state, asked, WORDS, Known(paper.see()), now)
        match action:
            case Look(until):
                now = max(until, now)
            case Chosen() | Unproven() | Refused():
                return action
            case _:
                paper.act(action)
    raise AssertionError(f"it does not end: {paper.acts}")


def chosen(paper: Paper, model: str = "", effort: str = "", family: str = "") -> Chosen:
    """What was chosen, and it was."""
    found = run(paper, model, effort, family)
    assert isinstance(found, Chosen), found
    return found


def step(state: SelectState, seen: Picker, now: float, model: str = "pro") -> tuple[SelectState, SelectAction]:
    """One step of the plan, from one look."""
    asked = wanted(model)
    assert asked is not None
    return plan_select(state, asked, WORDS, Known(seen), now)
