"""Implements C2SP's log formats, with its own Ed25519. verify.py needs this file beside it."""

import base64
import hashlib
import re

FULL = 256

WORDS = {
    "bytes": "is not printable ASCII of at most 8192 bytes with a line feed at its end",
    "form": "is not in the format of such a line",
    "number": "has a number that does not match its place",
    "line": "is not the entry that the tree has in its place",
    "entry": "is not the entry whose hash the tree has in its place",
    "hash": "is not the hash of its entry",
    "tile": "does not have as many hashes as the tree has there",
    "bundle": "does not have as many entries as the tree has there, each with its length",
    "block": "is not the hash over the tile below it",
    "root": "has a root that its entries do not have",
    "missing": "is missing, although it was signed",
    "unsigned": "comes after the last entry that was signed",
    "policy": "is not a line of a policy",
    "note": "is not a signed checkpoint",
    "key": "is not signed with a key that the policy lists",
    "stranger": "is of a log that the policy does not name",
    "signature": "has a signature that is wrong",
    "fork": "does not begin with the log that was seen earlier: there are two",
}


class Wrong(Exception):
    """The first fault: the file, its part (from 1, or 0 for the file), and the kind."""

    def __init__(self, where, at, fault):
        super().__init__(where, at, fault)
        self.where, self.at, self.fault = where, at, fault

    def __str__(self):
        where = self.where
        unit = "entry" if "/tile/entries/" in where else "hash" if "/tile/" in where else "line"
        at = f" {unit} {self.at}" if self.at else ""
        return f"{where}{at}: it {WORDS[self.fault]} ({self.fault})."


# ---- Ed25519, RFC 8032 section 5.1 ---------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def plus(a, b):
    """Adds two points in extended coordinates (5.1.4), or doubles one."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e = (y1 - x1) * (y2 - x2) % P
    f = (y1 + x1) * (y2 + x2) % P
    g = 2 * t1 * t2 * D % P
    h = 2 * z1 * z2 % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def decode_point(data):
    """Decodes a point from its 32 bytes (5.1.3), or returns None."""
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if x * x % P != square or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
SIGNED = {}


def is_signed(*question):
    """Checks (public key, message, signature) with a cache."""
    if question not in SIGNED:
        SIGNED[question] = compute_signed(*question)
    return SIGNED[question]


def compute_signed(public_key, message, signature):
    """RFC 8032, 5.1.7: S·B - k·A must be R, to the byte. Both products are made in one pass."""
    key = decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if key is None or len(signature) != 64 or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    minus_key = (-key[0] % P, key[1], key[2], -key[3] % P)
    sums = (None, BASE, minus_key, plus(BASE, minus_key))
    point = (0, 1, 1, 0)
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        point = plus(point, point)
        addend = sums[(s >> bit & 1) | (k >> bit & 1) << 1]
        if addend is not None:
            point = plus(point, addend)
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


# ---- Keys, notes and policies (C2SP signed-note, tlog-checkpoint, tlog-cosignature, tlog-policy) --

SPACES = r"\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
NAME = re.compile(rf"[^{SPACES}+\x00-\x1f\x7f-\x9f]+")
LOG, WITNESS = 1, 4


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def unbase64(text):
    """Decodes canonical Base64, or returns None."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


def text_of(data):
    try:
        return data.decode("utf-8")
    except ValueError:
        return ""


def read_key(text, kind):
    """Returns (name, id, public key) of a key as policies list it, or None."""
    parts = text.split("+", 2)
    data = unbase64(parts[2]) if len(parts) == 3 else None
    if data is None or len(data) != 33 or data[0] != kind or not NAME.fullmatch(parts[0]):
        return None
    key_id = sha256(parts[0].encode(), b"\n", data)[:4]
    return (parts[0], key_id, data[1:]) if key_id.hex() == parts[1] else None


def read_policy(data):
    """Returns (log keys, [(name, key)] of witnesses, groups, quorum)."""
    logs, witnesses, groups, quorum = [], [], [], None
    names, members, keys, number = {"none"}, set(), set(), 0

    def need(condition):
        if not condition:
            raise Wrong("tlog/policy", number, "policy")

    def key_of(words, at, kind):
        key = read_key(words[at], kind) if len(words) > at else None
        need(key is not None and key[2] not in keys)
        keys.add(key[2])
        return key

    for number, line in enumerate(text_of(data).split("\n"), 1):
        words = [word for word in re.split("[ \t]+", line) if word]
        if not words or words[0].startswith("#"):
            continue
        what, words = words[0], words[1:]
        if what == "log":
            need(len(words) <= 2)
            logs.append(key_of(words, 0, LOG))
        elif what == "witness":
            need(1 <= len(words) <= 3 and words[0] not in names)
            names.add(words[0])
            witnesses.append((words[0], key_of(words, 1, WITNESS)))
        elif what == "group":
            need(len(words) > 2 and words[0] not in names)
            name, least, *inside = words
            for member in inside:
                need(member != "none" and member in names and member not in members)
                members.add(member)
            names.add(name)
            least = {"any": "1", "all": str(len(inside))}.get(least, least)
            need(re.fullmatch("[1-9][0-9]{0,9}", least) and int(least) <= len(inside))
            groups.append((name, int(least), inside))
        else:
            need(what == "quorum" and len(words) == 1 and quorum is None and words[0] in names)
            quorum = words[0]
    number = 0
    need(quorum is not None)
    return logs, witnesses, groups, quorum


def read_note(data):
    """Returns ((origin, size, root), signed text, [(name, key id, signature)]), or None."""
    text = text_of(data)
    end = text.rfind("\n\n")
    if end < 0 or len(text) > 100_000 or re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text):
        return None
    lines = text[end + 2 :].split("\n")
    if lines.pop() != "" or not 1 <= len(lines) <= 64:
        return None
    signatures = []
    for line in lines:
        match = re.fullmatch(rf"— ([^{SPACES}]+) ([^{SPACES}]+)", line)
        data = unbase64(match[2]) if match else None
        if data is None or len(data) < 5 or not NAME.fullmatch(match[1]):
            return None
        signatures.append((match[1], data[:4], data[4:]))
    match = re.fullmatch("([^\n]+)\n(0|[1-9][0-9]*)\n([^\n]+)\n", text[: end + 1])
    root = unbase64(match[3]) if match else None
    if root is None or len(root) != 32 or len(match[2]) > 16 or int(match[2]) >= 2**53:
        return None
    return (match[1], int(match[2]), root), text[: end + 1].encode(), signatures


def signed_at(text, signatures, key, kind):
    """Returns None without a signature, the seconds of a witness, or 0 for a log's key."""
    seconds = None
    for name, key_id, signature in signatures:
        if (name, key_id) != key[:2]:
            continue
        message, seconds = text, 0
        if kind == WITNESS:
            seconds, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            message = b"cosignature/v1\ntime %d\n" % seconds + text
        if seconds >= 2**53 or not is_signed(key[2], message, signature):
            raise Wrong("tlog/checkpoint", 0, "signature")
    return seconds


def check_note(data, policy):
    """Checks the signatures and returns the checkpoint and the time of each witness."""
    logs, witnesses, _, _ = policy
    note = read_note(data)
    if note is None:
        raise Wrong("tlog/checkpoint", 0, "note")
    checkpoint, text, signatures = note
    keys = [key for key in logs if key[0] == checkpoint[0]]
    if not keys:
        raise Wrong("tlog/checkpoint", 0, "stranger")
    signed = [signed_at(text, signatures, key, LOG) for key in keys]
    times = [(name, signed_at(text, signatures, key, WITNESS)) for name, key in witnesses]
    if all(each is None for each in signed):
        raise Wrong("tlog/checkpoint", 0, "key")
    return checkpoint, {name: seconds for name, seconds in times if seconds is not None}


def has_quorum(policy, seen):
    reached = set(seen) | {"none"}
    for name, least, members in policy[2]:
        if len(reached.intersection(members)) >= least:
            reached.add(name)
    return policy[3] in reached


# ---- The tree (RFC 6962, C2SP tlog-tiles) --------------------------------------------------------


def node(left, right):
    return sha256(b"\x01", left, right)


def fold(hashes):
    """Computes the root over complete subtrees, the largest first."""
    if not hashes:
        return sha256()
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = node(left, root)
    return root


def block_of(hashes):
    while len(hashes) > 1:
        hashes = [node(*hashes[at : at + 2]) for at in range(0, len(hashes), 2)]
    return hashes[0]


def tile_path(level, number, width):
    digits = str(number)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    path = "/".join([*("x" + group for group in groups[:-1]), groups[-1]])
    return f"tlog/tile/{level}/{path}" + ("" if width == FULL else f".p/{width}")


def split_hashes(data, width):
    return [data[at : at + 32] for at in range(0, len(data), 32)] if len(data) == width * 32 else None


def split_entries(data, width):
    entries, at = [], 0
    while at < len(data):
        start = at + 2
        at = start + int.from_bytes(data[at:start].ljust(2, b"\0"), "big")
        entries.append(data[start:at])
    return entries if at == len(data) and len(entries) == width else None


def read_tile(read, level, number, width, split, fault):
    """Reads the parts of a tile; a partial one may have been replaced by the full one."""
    path = tile_path(level, number, width)
    data, has = read(path), width
    if data is None and width < FULL:
        data, has = read(tile_path(level, number, FULL)), FULL
    if data is None:
        raise Wrong(path, 0, "missing")
    parts = split(data, has)
    if parts is None:
        raise Wrong(path, 0, fault)
    return path, parts[:width]
