"""The site as a host of its own: the names that it answers to over https, and how a browser is told to believe it.

The certificate is made when it is asked for and goes with the process; its key is on disk for the moment that Python's
``ssl`` needs to read it, in a folder of this user's. No system is told to trust it: a browser that is started with
``browser_arguments`` finds the names at this machine and takes this one key for theirs, and no other browser does.
Above: ``server``.
"""

from __future__ import annotations

import re
import ssl
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from cdpwebai.errors import InputError

__all__ = ["OwnHost", "browser_arguments", "make_own_host"]

NAME = re.compile(r"(?=[^:]{1,253}(?::|$))[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+(?::[1-9]\d{1,4})?")
VALID = timedelta(days=7)


@dataclass(frozen=True)
class OwnHost:
    """Whom a site is served as.

    ``names``: "chatgpt.com", with ":8443" where the port is not that of https. ``key_hash``: the SHA-256 of the public
    key in base64, as Chromium's ``--ignore-certificate-errors-spki-list`` takes it.
    """

    names: tuple[str, ...]
    context: ssl.SSLContext
    key_hash: str


def make_own_host(names: Iterable[str]) -> OwnHost:
    """Make a key and a certificate for these names, good for a week.

    Raises InputError for a name that is no host's, and where the package that makes certificates is not installed.
    """
    wanted = tuple(dict.fromkeys(names))
    for name in wanted:
        if NAME.fullmatch(name) is None:
            raise InputError(f'"{name}" is no name of a host, as chatgpt.com is one.')
    certificate, key, public = _certificate([name.partition(":")[0] for name in wanted])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    with TemporaryDirectory(prefix="cdpwebai-demo-") as folder:
        file = Path(folder, "both.pem")
        file.write_bytes(key + certificate)
        context.load_cert_chain(file)
    return OwnHost(wanted, context, b64encode(sha256(public).digest()).decode())


def _certificate(names: list[str]) -> tuple[bytes, bytes, bytes]:
    """A certificate that signs itself and its key, both PEM, and the public key as DER."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError as exc:
        raise InputError(
            "To be served as a host of its own, the demo site needs a certificate, and nothing here makes one: install"
            " cdpwebai[tls]."
        ) from exc
    key = ec.generate_private_key(ec.SECP256R1())
    subject, now = x509.Name([]), datetime.now(UTC)
    builder = (
        x509.CertificateBuilder(issuer_name=subject, subject_name=subject, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - VALID)
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=True)
    )
    pem, der = serialization.Encoding.PEM, serialization.Encoding.DER
    return (
        builder.sign(key, hashes.SHA256()).public_bytes(pem),
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        key.public_key().public_bytes(der, serialization.PublicFormat.SubjectPublicKeyInfo),
    )


def browser_arguments(own: OwnHost, ports: int | Mapping[str, int]) -> tuple[str, ...]:
    """What Chromium is started with to find the names at ports of this machine, and to take the key for theirs.

    ``ports``: one for all names, or one for each. A rule names host and port, so the same host at another port is not
    found here. The errors of every other certificate stay errors (Chromium 156; it needs a ``--user-data-dir``).
    """
    at = ports if isinstance(ports, Mapping) else dict.fromkeys(own.names, ports)
    rules = ",".join(f"MAP {name if ':' in name else f'{name}:443'} 127.0.0.1:{port}" for name, port in at.items())
    return (f"--host-resolver-rules={rules}", f"--ignore-certificate-errors-spki-list={own.key_hash}")
