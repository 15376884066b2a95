"""Prints the address to serve on; for https on the local network it makes a certificate.

A phone's camera works only on https, so `make run HTTPS=1` needs one on the machine's
own address. The certificate is self-signed: the phone warns once.
"""

import datetime
import ipaddress
import socket
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

TLS = Path(__file__).resolve().parent.parent / "var" / "tls"


def local_address() -> str:
    """The address other devices of the network reach; no packet is sent to learn it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def certificate(address: str) -> None:
    """A certificate for the address, renewed when the address changes or it runs out."""
    TLS.mkdir(parents=True, exist_ok=True)
    note = TLS / "address"
    if note.exists() and note.read_text() == address and (TLS / "cert.pem").exists():
        return
    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Confere {address}")])
    names = x509.SubjectAlternativeName(
        [x509.IPAddress(ipaddress.ip_address(address)), x509.DNSName("localhost")]
    )
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=390))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pkcs8 = serialization.PrivateFormat.PKCS8
    (TLS / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, pkcs8, plain))
    (TLS / "key.pem").chmod(0o600)
    (TLS / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    note.write_text(address)


def main() -> None:
    """`address.py PORT http|https` prints the public address of this run."""
    port, scheme = sys.argv[1:3]
    if not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit("PORT: use um número de 1 a 65535.")
    host = "127.0.0.1"
    if scheme == "https":
        host = local_address()
        certificate(host)
    print(f"{scheme}://{host}:{port}")


main()
