#!/usr/bin/env python3
"""Checks a public log, with nothing but Python's standard library.

    python3 scripts/verify.py <file, folder or address> [--key ID[,ID]] [--kept FILE]

Written from docs/public-log.md alone, to show that the page is enough. It says the same as
`npm run verify`: OK, or the first line that is wrong. Ends with 0, 1 when something is wrong,
2 when something could not be read.
"""

import argparse
import base64
import hashlib
import io
import json
import os
import re
import sys
import urllib.request

LONGEST = 8192
NOTHING = "0" * 64
CONTEXT = b"datchain public log checkpoint v1\n"
FORMAT = "datchain-public-log-1"
FILES = {"log": "ledger.jsonl", "checkpoints": "checkpoints.jsonl", "keys": "log-keys.json"}

WORDS = {
    "bytes": "is not printable ASCII of at most 8192 bytes with a line feed at its end",
    "form": "is not in the format of such a line",
    "number": "has a number that does not match its place",
    "changed": "was changed: what follows gives a different hash for it",
    "prev": "does not give the hash of the line before it",
    "head": "has a different hash from the one a checkpoint signed",
    "missing": "is missing, although it was signed",
    "unsigned": "comes after the last checkpoint: it is not signed",
    "length": "does not count more lines than the checkpoint before it",
    "key": "is signed with a key that is not known",
    "signature": "does not have a valid signature",
    "keys": "is not a key, or its id is not its hash",
    "kept": "differs from a checkpoint that was kept earlier",
}


class Wrong(Exception):
    """The first wrong line: which file, which line (from 1), and what is wrong with it."""

    def __init__(self, where, line, fault):
        super().__init__(where, line, fault)
        self.where, self.line, self.fault = where, line, fault


# ---- Ed25519, RFC 8032 section 5.1 ---------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def plus(a, b):
    """Adds two points in extended coordinates (5.1.4); the same point twice as well."""
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e = (y1 - x1) * (y2 - x2) % P
    f = (y1 + x1) * (y2 + x2) % P
    g = 2 * t1 * t2 * D % P
    h = 2 * z1 * z2 % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def decode_point(data):
    """A point from its 32 bytes (5.1.3), or None."""
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


NEUTRAL = (0, 1, 1, 0)
BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def encode_point(a):
    x, y, z, _ = a
    inverse = pow(z, P - 2, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def is_signed(public_key, message, signature):
    """RFC 8032, 5.1.7: S·B - k·A must be R, to the byte. Both products are made in one pass."""
    key = decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % L
    minus_key = (-key[0] % P, key[1], key[2], -key[3] % P)
    sums = (None, BASE, minus_key, plus(BASE, minus_key))
    point = NEUTRAL
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        point = plus(point, point)
        addend = sums[(s >> bit & 1) | (k >> bit & 1) << 1]
        if addend is not None:
            point = plus(point, addend)
    return encode_point(point) == signature[:32]


# ---- Lines ---------------------------------------------------------------------------------------


def lines_of(stream):
    """The lines of a stream of bytes, each with its line feed; of a long one only a beginning."""
    while True:
        line = stream.readline(LONGEST + 1)
        if not line:
            return
        yield line


def refuse(_):
    raise ValueError("only whole numbers")


def flat(line):
    """The members of a line's object in order, or None unless the line is written canonically."""
    try:
        members = json.loads(line, object_pairs_hook=list, parse_float=refuse, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
    if not isinstance(members, list) or not line.startswith(b"{"):
        return None
    written = []
    for key, value in members:
        is_whole = type(value) is int and abs(value) < 2**53
        if not (is_whole or isinstance(value, str)):
            return None
        written.append(json.dumps(key) + ":" + (str(value) if is_whole else json.dumps(value)))
    keys = [key for key, _ in members]
    if len(set(keys)) < len(keys) or ("{" + ",".join(written) + "}").encode() != line:
        return None
    return members


def is_like(pattern, value):
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


HASH = "[0-9a-f]{64}"
TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z"


def is_count(value):
    return type(value) is int and value >= 1


def read_log_line(line):
    members = flat(line)
    if not members or len(members) < 4:
        return None
    keys = [key for key, _ in members]
    fields = dict(members)
    sound = (
        keys[:3] == ["seq", "at", "kind"]
        and keys[-1] == "prev"
        and all(is_like("[a-z][A-Za-z0-9]*", key) for key in keys)
        and is_count(fields["seq"])
        and is_like(TIME, fields["at"])
        and is_like("[a-z][a-z-]*", fields["kind"])
        and is_like(HASH, fields["prev"])
    )
    return fields if sound else None


def read_checkpoint(line):
    members = flat(line)
    names = ["number", "length", "head", "at", "key", "prev", "signature"]
    if not members or [key for key, _ in members] != names:
        return None
    fields = dict(members)
    sound = (
        is_count(fields["number"])
        and is_count(fields["length"])
        and is_like(HASH, fields["head"])
        and is_like(TIME, fields["at"])
        and is_like("[0-9a-f]{16}", fields["key"])
        and is_like(HASH, fields["prev"])
        and is_like("[0-9a-f]{128}", fields["signature"])
    )
    return fields if sound else None


def without_feed(where, number, line):
    if len(line) > LONGEST or re.fullmatch(rb"[\x20-\x7e]*\n", line) is None:
        raise Wrong(where, number, "bytes")
    return line[:-1]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# ---- The check -----------------------------------------------------------------------------------


def read_keys(data):
    """Public keys by their id, from the bytes of log-keys.json."""
    try:
        keys = json.loads(data.decode("ascii"))["keys"]
        pairs = [(key["id"], key["publicKey"]) for key in keys]
        written = {"format": FORMAT, "keys": [{"id": i, "publicKey": k} for i, k in pairs]}
        sound = (json.dumps(written, separators=(",", ":")) + "\n").encode() == data
        sound = sound and all(is_like("[0-9a-f]{16}", i) and is_like(HASH, k) for i, k in pairs)
    except (ValueError, TypeError, KeyError, RecursionError):
        sound = False
    if not sound:
        raise Wrong("keys", 1, "keys")
    for number, (key_id, key) in enumerate(pairs, 1):
        if sha256(bytes.fromhex(key))[:16] != key_id:
            raise Wrong("keys", number, "keys")
    return {key_id: bytes.fromhex(key) for key_id, key in pairs}


def checkpoints_of(lines, kept, keys, check_signature):
    """Checkpoints in order, each checked before it is given out."""
    kept = iter(kept)
    number, prev, length = 0, NOTHING, 0
    for line in lines:
        number += 1
        before = next(kept, line)
        if before != line:
            raise Wrong("checkpoints", number, "kept")
        text = without_feed("checkpoints", number, line)
        point = read_checkpoint(text)
        if point is None:
            raise Wrong("checkpoints", number, "form")
        if point["number"] != number:
            raise Wrong("checkpoints", number, "number")
        if point["prev"] != prev:
            raise Wrong("checkpoints", number, "prev")
        if point["length"] <= length:
            raise Wrong("checkpoints", number, "length")
        if point["key"] not in keys:
            raise Wrong("checkpoints", number, "key")
        message = CONTEXT + text[: text.rindex(b',"signature":')] + b"}"
        if not check_signature(keys[point["key"]], message, bytes.fromhex(point["signature"])):
            raise Wrong("checkpoints", number, "signature")
        prev, length = sha256(line), point["length"]
        yield point
    if next(kept, None) is not None:
        raise Wrong("checkpoints", number + 1, "missing")


def check(log, checkpoints, keys, kept=(), check_signature=is_signed):
    """(lines, checkpoints, last time, last hash) of a sound log; raises Wrong at the first fault."""
    log = iter(log)
    seq, head, count, at = 0, NOTHING, 0, ""

    def take():
        """The next line's claim about the one before it, and its own hash; None at the end."""
        nonlocal seq
        line = next(log, None)
        if line is None:
            return None
        seq += 1
        fields = read_log_line(without_feed("log", seq, line))
        if fields is None:
            raise Wrong("log", seq, "form")
        if fields["seq"] != seq:
            raise Wrong("log", seq, "number")
        return fields["prev"], sha256(line)

    def confirmed(line_hash):
        """Whether the line after the one just taken gives its hash."""
        try:
            follower = take()
        except Wrong:
            return False
        return follower is not None and follower[0] == line_hash

    for point in checkpoints_of(checkpoints, kept, keys, check_signature):
        signed = seq
        while seq < point["length"]:
            taken = take()
            if taken is None:
                raise Wrong("log", seq + 1, "missing")
            place = seq
            prev, line_hash = taken
            is_last = place == point["length"]
            if prev != head:
                if signed == place - 1:
                    sound = False
                elif is_last:
                    sound = line_hash == point["head"]
                else:
                    sound = confirmed(line_hash)
                raise Wrong("log", place - 1, "changed") if sound else Wrong("log", place, "prev")
            if is_last and line_hash != point["head"]:
                raise Wrong("log", place, "head")
            head = line_hash
        count, at = point["number"], point["at"]
    if take() is not None:
        raise Wrong("log", seq, "unsigned")
    return seq, count, at, head


# ---- The command ---------------------------------------------------------------------------------


def is_address(place):
    return re.match("https?://", place) is not None


def open_place(place):
    return urllib.request.urlopen(place, timeout=60) if is_address(place) else open(place, "rb")


def locate(place):
    """Where the log is, and a function that gives the place of a file beside it."""
    if is_address(place):
        if not place.endswith(".jsonl"):
            place = re.match("https?://[^/]+", place).group() + "/data/v1/ledger.jsonl"
        return place, lambda name: place[: place.rindex("/") + 1] + name
    log = os.path.join(place, "ledger.jsonl") if os.path.isdir(place) else place
    return log, lambda name: os.path.join(os.path.dirname(log), name)


def verify(place, trusted=None, kept=None):
    log, beside = locate(place)
    with open_place(beside("log-keys.json")) as stream:
        keys = read_keys(stream.read(1_000_001))
    if trusted is not None:
        keys = {key_id: key for key_id, key in keys.items() if key_id in trusted}
    with open_place(log) as lines, open_place(beside("checkpoints.jsonl")) as points:
        if kept is None:
            return check(lines_of(lines), lines_of(points), keys)
        with open(kept, "rb") as before:
            return check(lines_of(lines), lines_of(points), keys, lines_of(before))


def batch():
    """For tests: files in base64, as JSON lines; what one leaves out is as in the one before."""
    known, files = {}, {}

    def remembered(*question):
        if question not in known:
            known[question] = is_signed(*question)
        return known[question]

    for case in sys.stdin:
        files.update((name, base64.b64decode(data)) for name, data in json.loads(case).items())
        log, points, kept = (
            lines_of(io.BytesIO(files.get(name, b""))) for name in ("log", "checkpoints", "kept")
        )
        try:
            sound = check(log, points, read_keys(files["keys"]), kept, remembered)
            verdict = dict(zip(("lines", "checkpoints", "at", "head"), sound), ok=True)
        except Wrong as wrong:
            verdict = {"ok": False, "where": wrong.where, "line": wrong.line, "fault": wrong.fault}
        print(json.dumps(verdict), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("place", nargs="?", help="file, folder or address")
    parser.add_argument("--key", help="ids of the keys you trust, with commas between")
    parser.add_argument("--kept", help="checkpoints.jsonl as you kept it")
    parser.add_argument("--batch", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.batch:
        return batch()
    if options.place is None:
        parser.error("which log?")
    try:
        trusted = options.key.split(",") if options.key else None
        lines, count, at, head = verify(options.place, trusted, options.kept)
    except Wrong as wrong:
        name = FILES[wrong.where]
        print(f"WRONG {name} line {wrong.line}: it {WORDS[wrong.fault]} ({wrong.fault}).")
        return 1
    except OSError as error:
        print(f"The log could not be read: {error}", file=sys.stderr)
        return 2
    what = f"{lines} lines, {count} checkpoints, signed until {at}, head {head}"
    print(f"OK {what if count else 'an empty log'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
