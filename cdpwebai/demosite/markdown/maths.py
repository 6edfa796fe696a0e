"""A formula as KaTeX leaves it in the page: MathML with the TeX source for machines, and something to look at.

Pure. No typesetter: what is looked at is the formula with its letters in italics, its indices low and its matrices in
rows. Machines take the annotation.
"""

from __future__ import annotations

import re
from html import escape

__all__ = ["katex"]

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "lambda": "λ", "mu": "μ",
    "pi": "π", "rho": "ρ", "sigma": "σ", "phi": "φ", "omega": "ω", "Delta": "Δ", "Sigma": "Σ", "Omega": "Ω",
    "cdot": "·", "times": "×", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠",
    "approx": "≈", "circ": "°", "infty": "∞", "sum": "∑", "prod": "∏", "int": "∫", "sqrt": "√", "in": "∈", "to": "→",
    "rightarrow": "→", "partial": "∂", "nabla": "∇", "dots": "…", "ldots": "…", "cdots": "⋯", "quad": "\u2003",
}  # fmt: skip
MATRIX = re.compile(r"\\begin\{(\w*matrix)\}(.*?)\\end\{\1\}", re.DOTALL)
TOKEN = re.compile(r"\\([A-Za-z]+)|\\(.)|([_^])(?:\{([^{}]*)\}|(\\[A-Za-z]+|.))|[{}]|[^\\_^{}]+", re.DOTALL)
FENCES = {"pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|")}


def katex(tex: str, *, display: bool, attributes: str = "") -> str:
    """The site's HTML for a formula; ``attributes`` go on its outermost node."""
    block = ' display="block"' if display else ""
    mathml = (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML"{block}><semantics>'
        f"<mrow><mtext>{_plain(tex)}</mtext></mrow>"
        f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation></semantics></math>'
    )
    shown = f'<span class="katex-html" aria-hidden="true"><span class="base">{_shown(tex)}</span></span>'
    outer = "" if display else attributes
    inner = f'<span class="katex"{outer}><span class="katex-mathml">{mathml}</span>{shown}</span>'
    return f'<span class="katex-display"{attributes}>{inner}</span>' if display else inner


def _plain(tex: str) -> str:
    return re.sub(r"<[^>]*>", "", _shown(tex))


def _shown(tex: str) -> str:
    parts: list[str] = []
    at = 0
    for found in MATRIX.finditer(tex):
        parts += [_run(tex[at : found.start()]), _matrix(found[1], found[2])]
        at = found.end()
    return "".join([*parts, _run(tex[at:])])


def _matrix(kind: str, body: str) -> str:
    rows = [row.split("&") for row in body.split("\\\\")]
    cells = "".join(
        f'<span class="mrow">{"".join(f"<span>{_run(cell.strip())}</span> " for cell in row)}</span>' for row in rows
    )
    before, after = FENCES.get(kind, ("", ""))
    return f'{before}<span class="mtable">{cells}</span>{after}'


def _run(tex: str) -> str:
    return "".join(_token(found) for found in TOKEN.finditer(tex))


def _token(found: re.Match[str]) -> str:
    command, escaped, script = found[1], found[2], found[3]
    if command:
        return SYMBOLS.get(command, "")
    if escaped:
        return escape(escaped) if escaped.isprintable() and escaped not in ",;:! " else " "
    if script:
        tag = "sub" if script == "_" else "sup"
        return f"<{tag}>{_run(found[4] or found[5] or '')}</{tag}>"
    return "" if found[0] in "{}" else escape(found[0], quote=False)
