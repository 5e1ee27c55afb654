"""Web push: a message that only one browser can read (RFC 8291), sent by a house that proves who it is (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import secrets
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from zashiki.server.errors import BadWish
from zashiki.server.words import WORDS

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
POINT_BYTES, AUTH_BYTES = 65, 16
RECORD_BYTES = 4096
TOKEN_SECONDS = 12 * 3600
DAY_SECONDS = 24 * 3600


def fresh_key() -> str:
    """A private key of the house, in hexadecimal digits."""
    return f"{secrets.randbelow(ORDER - 1) + 1:064x}"


def encode(data: bytes) -> str:
    """Base64 as the web writes it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Read what `encode` writes; ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def read_keys(text: str) -> tuple[bytes, bytes]:
    """A browser's public key and secret, as `notices` keeps them with a space between; BadWish if they are none."""
    try:
        point, auth = map(decode, text.split(" "))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadWish(WORDS("bad_push_keys")) from None
    if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
        raise BadWish(WORDS("bad_push_keys"))
    return point, auth


def public_key(private: str) -> bytes:
    """The public key of a private one: what a browser subscribes with."""
    return _point(_private(int(private, 16)))


def encrypt(plain: bytes, point: bytes, auth: bytes, *, salt: bytes = b"", ours: int = 0) -> bytes:
    """A message for the browser with this key and secret. Salt and key of the message are random unless a test gives them."""
    salt = salt or os.urandom(16)
    private = _private(ours or secrets.randbelow(ORDER - 1) + 1)
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    sender = _point(private)
    material = _derived(auth, b"WebPush: info\0" + point + sender, 32, shared)
    key = _derived(salt, b"Content-Encoding: aes128gcm\0", 16, material)
    nonce = _derived(salt, b"Content-Encoding: nonce\0", 12, material)
    sealed = AESGCM(key).encrypt(nonce, plain + b"\x02", None)  # the mark of the last record
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender + sealed


def headers(private: str, origin: str, contact: str, topic: str) -> dict[str, str]:
    """What goes with a message to the push service at this origin. One with the same topic replaces it until it is delivered."""
    claims = {"aud": origin, "exp": int(time.time()) + TOKEN_SECONDS, "sub": contact}
    parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts).encode()
    r, s = decode_dss_signature(_private(int(private, 16)).sign(signed, ec.ECDSA(hashes.SHA256())))
    token = f"{signed.decode()}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "Authorization": f"vapid t={token}, k={encode(public_key(private))}",
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(DAY_SECONDS),
        "Urgency": "high",
        "Topic": topic,
    }


def _private(number: int) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(number, ec.SECP256R1())


def _point(private: ec.EllipticCurvePrivateKey) -> bytes:
    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, info: bytes, length: int, material: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
