"""Which files look as if they held a secret, by name or by text. Pure.

Row 1. It errs on the side of refusing: whoever means it renames the file, or pastes what is harmless of it.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import PurePath

__all__ = ["why_secret"]

SECRET_NAMES = """
    .env .env.* *.env .netrc _netrc .npmrc .pypirc .htpasswd .git-credentials .pgpass .my.cnf
    *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.asc id_rsa id_dsa id_ecdsa id_ed25519
    credentials credentials.* secrets secrets.* *.secret *.secrets service-account*.json client_secret*.json
"""
NAMES = tuple(SECRET_NAMES.split())
HARMLESS = (".example", ".sample", ".template", ".dist", ".pub")
FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"})
TEXTS = {
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
    "an access key": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "an access token": re.compile(
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{20,}|sk-[\w-]{32,})"
    ),
}


def why_secret(path: PurePath, text: str = "") -> str:
    """Why the file looks like a secret, in words that follow its name; "" when it does not."""
    name = path.name.lower()
    if not name.endswith(HARMLESS) and any(fnmatchcase(name, pattern) for pattern in NAMES):
        return "has the name of a file with secrets"
    if any(part.lower() in FOLDERS for part in path.parts[:-1]):
        return "lies in a folder for secrets"
    return next((f"holds what looks like {what}" for what, pattern in TEXTS.items() if pattern.search(text)), "")
