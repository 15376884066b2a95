"""Signs a PDF as a signing program does: an incremental update with a detached CMS signature."""

import re
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import NameOID

_ROOM = 4096  # hex digits kept for the signature
_UNKNOWN = b"[0 %010d %010d %010d]" % (0, 0, 0)


def signed(pdf: bytes, *, extra: bytes = b"") -> bytes:
    """The file with a signature over all of it; `extra`: more objects in the same update."""
    size, root = (int(part) for part in re.findall(rb"/Size (\d+)/Root (\d+) 0 R", pdf)[-1])
    catalog = re.findall(rb"\n%d 0 obj\n(.*?)\nendobj" % root, pdf, re.DOTALL)[-1]
    form = b"/AcroForm<</SigFlags 3/Fields[%d 0 R]>>>>" % (size + 1)
    objects = {
        root: catalog.rstrip()[:-2] + form,
        size: b"<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached"
        b"/ByteRange" + _UNKNOWN + b"/Contents<" + b"0" * _ROOM + b">>>",
        size + 1: b"<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/V %d 0 R>>" % size,
    }
    made = _update(pdf, objects, extra, size + 2, root)
    start = made.rindex(b"/Contents<") + len(b"/Contents")
    end = start + _ROOM + 2
    ranges = b"[0 %010d %010d %010d]" % (start, end, len(made) - end)
    made = made.replace(_UNKNOWN, ranges)
    proof = _cms(made[:start] + made[end:]).hex().encode().ljust(_ROOM, b"0")
    return made[: start + 1] + proof + made[end - 1 :]


def _update(pdf: bytes, objects: dict[int, bytes], extra: bytes, size: int, root: int) -> bytes:
    before = int(re.findall(rb"startxref\s+(\d+)", pdf)[-1])
    made = pdf + b"\n"
    table = b""
    for number, body in objects.items():
        table += b"%d 1\n%010d 00000 n\r\n" % (number, len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    for found in re.finditer(rb"(\d+) 0 obj\n", extra):
        table += b"%d 1\n%010d 00000 n\r\n" % (int(found[1]), len(made) + found.start())
    made += extra
    trailer = b"trailer\n<</Size %d/Root %d 0 R/Prev %d>>\n" % (size, root, before)
    return made + b"xref\n%s%sstartxref\n%d\n%%%%EOF\n" % (table, trailer, len(made))


def _cms(covered: bytes) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Prefeito de teste")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    options = [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary]
    return (
        pkcs7.PKCS7SignatureBuilder()
        .set_data(covered)
        .add_signer(certificate, key, hashes.SHA256())
        .sign(serialization.Encoding.DER, options)
    )
