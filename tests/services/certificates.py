"""Certificates for tests: an authority of one's own, and what it signs."""

import datetime
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Files:
    """A certificate, its key, and the roots that others' certificates must lead to, as files."""

    cert: Path
    key: Path
    roots: Path

    def settings(self, tls: str = "mutual") -> dict[str, object]:
        return {
            "tls": tls,
            "tls_cert_file": self.cert,
            "tls_key_file": self.key,
            "tls_ca_file": self.roots,
        }


class Authority:
    """Signs certificates and writes them below a folder."""

    def __init__(self, folder: Path, name: str = "root") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        usage = x509.BasicConstraints(ca=True, path_length=None)
        builder = _builder(self._name, self._name, self._key, days=1).add_extension(usage, critical=True)
        self.roots = folder / f"{name}.pem"
        self.roots.write_bytes(_pem(builder.sign(self._key, hashes.SHA256())))

    def files(self, *names: str, days: float = 1, stem: str = "", roots: Path | None = None) -> Files:
        """Returns a new certificate for DNS names; it expired in the past where ``days`` is negative.

        What was written under the same stem before is replaced in one step a file, the key last.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(x509.Name([]), self._name, key, days)
        alternative = x509.SubjectAlternativeName([x509.DNSName(name) for name in names])
        certificate = builder.add_extension(alternative, critical=True).sign(self._key, hashes.SHA256())
        stem = stem or f"{names[0]}-{certificate.serial_number:x}"
        files = Files(self._folder / f"{stem}.crt", self._folder / f"{stem}.key", roots or self.roots)
        _replace(files.cert, _pem(certificate))
        _replace(files.key, _private(key))
        return files


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days: float
) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 30 * DAY)
        .not_valid_after(now + days * DAY)
    )


def _replace(path: Path, content: bytes) -> None:
    new = path.with_suffix(f"{path.suffix}.new")
    new.write_bytes(content)
    new.replace(path)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
