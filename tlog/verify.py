#!/usr/bin/env python3
"""Checks a public log, with nothing but Python's standard library.

    python3 verify.py <file, folder or address> [--state DIR] [--policy FILE] [--stale HOURS]

It is written from docs/verify-log.md and the texts of C2SP, independently of the TypeScript verifier,
and prints the same. Exit codes: 0 sound, 1 wrong, 2 unreadable, 3 smaller than before, too old or
without its quorum of witnesses.
"""

import argparse
import base64
import datetime
import hashlib
import io
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

from verify_c2sp import (
    FULL,
    Wrong,
    block_of,
    check_note,
    fold,
    has_quorum,
    node,
    read_note,
    read_policy,
    read_tile,
    sha256,
    split_entries,
    split_hashes,
)

LONGEST = 8192

DOUBTS = {
    "smaller": "It is smaller than the log that was seen earlier: an old state.",
    "quorum": "Too few witnesses have seen it.",
    "stale": "It is older than it may be.",
}


class Unreadable(Exception):
    pass


# ---- Entries (docs/public-log.md) ----------------------------------------------------------------


def refuse(_):
    raise ValueError("only whole numbers")


def flat(line):
    """Returns the members of a line's object in order, or None unless the line is canonical."""
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


TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z"


def fault_of(entry, seq):
    if len(entry) > LONGEST or re.fullmatch(rb"[\x20-\x7e]*\n", entry) is None:
        return "bytes"
    members = flat(entry[:-1])
    names = [name for name, _ in members or ()]
    if names[:3] != ["seq", "at", "kind"] or not all(is_like("[a-z][A-Za-z0-9]*", n) for n in names):
        return "form"
    number, at, kind = (value for _, value in members[:3])
    if type(number) is not int or not is_like(TIME, at) or not is_like("[a-z][a-z-]*", kind):
        return "form"
    return None if number == seq else "number"


def millis_of(entry):
    try:
        at = datetime.datetime.fromisoformat(json.loads(entry)["at"][:-1] + "+00:00")
    except ValueError:
        return 0
    return round(at.timestamp() * 1000)


# ---- The check -----------------------------------------------------------------------------------


def all_of(stream):
    """Reads all bytes of a stream; None without one."""
    if stream is None:
        return None
    with stream:
        return stream.read()


class Lines:
    """Reads the lines of the exported files in order, one line in memory at a time."""

    def __init__(self, open_file, size):
        self.files = [("ledger.jsonl", 0, size)]
        if size >= 250_000:
            starts = enumerate(range(0, size, 65_536), 1)
            self.files = [(f"ledger-{n}.jsonl", at, min(size, at + 65_536)) for n, at in starts]
        self.open_file, self.file, self.stream = open_file, None, None

    def take(self, index):
        while self.file is None or index >= self.file[2]:
            self.open_next()
        path, start, _ = self.file
        line = self.stream.readline(70_000)
        if not line:
            raise Wrong(path, index - start + 1, "missing")
        return path, index - start + 1, line

    def open_next(self):
        """Opens the next file; the one before must be at its end."""
        if self.file is not None:
            path, start, end = self.file
            if self.stream.read(1):
                raise Wrong(path, end - start + 1, "unsigned")
            self.stream.close()
        self.file = self.files.pop(0) if self.files else None
        if self.file is not None:
            self.stream = self.open_file(self.file[0])
            if self.stream is None:
                raise Wrong(self.file[0], 0, "missing")

    def end(self):
        self.open_next()
        while self.file is not None:
            self.open_next()


def check_tree(open_file, checkpoint, kept):
    """Checks the tree and returns the last entry; raises Wrong at the first fault."""
    _, size, root = checkpoint
    lines, edge, blocks, last, forked = Lines(open_file, size), [], [], None, False

    def read(path):
        return all_of(open_file(path))

    for number in range(-(-size // FULL)):
        first = number * FULL
        width = min(FULL, size - first)
        path, hashes = read_tile(read, 0, number, width, split_hashes, "tile")
        bundle, entries = read_tile(read, "entries", number, width, split_entries, "bundle")
        for at, (entry, claimed) in enumerate(zip(entries, hashes), 1):
            seq = first + at
            where, line_at, line = lines.take(seq - 1)
            leaf = sha256(b"\0", entry)
            if leaf != claimed:
                if sha256(b"\0", line) == claimed:
                    raise Wrong(bundle, at, "entry")
                raise Wrong(path, at, "hash")
            if line != entry:
                raise Wrong(where, line_at, "line")
            fault = fault_of(entry, seq)
            if fault:
                raise Wrong(where, line_at, fault)
            level = seq
            while level % 2 == 0:
                leaf = node(edge.pop(), leaf)
                level //= 2
            edge.append(leaf)
            last = entry
            if kept and kept[1] == seq:
                forked = kept[2] != fold(edge)
        if width == FULL:
            blocks.append(block_of(hashes))
    lines.end()
    level = 1
    while size // FULL**level > 0:
        above, count = [], size // FULL**level
        for number in range(-(-count // FULL)):
            width = min(FULL, count - number * FULL)
            path, hashes = read_tile(read, level, number, width, split_hashes, "tile")
            for at, claimed in enumerate(hashes):
                if claimed != blocks[number * FULL + at]:
                    raise Wrong(path, at + 1, "block")
            if width == FULL:
                above.append(block_of(hashes))
        blocks, level = above, level + 1
    if fold(edge) != root:
        raise Wrong("tlog/checkpoint", 0, "root")
    if forked:
        raise Wrong("tlog/checkpoint", 0, "fork")
    return last


def check(open_file, policy_data=None, kept=None, stale=None):
    """Checks a log and returns its facts; raises Wrong. `stale` is (now in milliseconds, hours)."""

    def must(path):
        data = all_of(open_file(path))
        if data is None:
            raise Unreadable(f"There is no {path}")
        return data

    policy = read_policy(policy_data if policy_data is not None else must("tlog/policy"))
    checkpoint, seen = check_note(must("tlog/checkpoint"), policy)
    if kept and kept[1] == checkpoint[1] and kept[2] != checkpoint[2]:
        raise Wrong("tlog/checkpoint", 0, "fork")
    last = check_tree(open_file, checkpoint, kept)
    as_of = max(seen.values()) * 1000 if seen else millis_of(last) if last else 0
    doubts = []
    if kept and kept[1] > checkpoint[1]:
        doubts.append("smaller")
    if not has_quorum(policy, seen):
        doubts.append("quorum")
    if stale and stale[0] - as_of > stale[1] * 3_600_000:
        doubts.append("stale")
    return {"checkpoint": checkpoint, "seen": seen, "asOf": as_of, "doubts": doubts}


# ---- The command ---------------------------------------------------------------------------------


def opener(place):
    """Returns a function that opens a file below data/v1/ of a place; None if there is none."""
    if re.match("https?://", place):
        if place.endswith(".jsonl"):
            base = place[: place.rindex("/") + 1]
        else:
            base = re.match("https?://[^/]+", place).group() + "/data/v1/"

        def open_address(path):
            try:
                return urllib.request.urlopen(base + path, timeout=60)
            except urllib.error.HTTPError as error:
                if error.code == 404:
                    return None
                raise

        return open_address
    folder = place if os.path.isdir(place) else os.path.dirname(place)
    if os.path.isdir(os.path.join(folder, "data", "v1")):
        folder = os.path.join(folder, "data", "v1")
    if not os.path.exists(place):
        raise Unreadable(f"There is no {place}")

    def open_file(path):
        try:
            return open(os.path.join(folder, path), "rb")
        except (FileNotFoundError, NotADirectoryError):
            return None

    return open_file


def read_file(path):
    return all_of(open(path, "rb") if os.path.exists(path) else None)


def write_file(path, data):
    """Replaces a file atomically, so that a crash leaves the old or the new bytes."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(path + ".new", path)


def keep_evidence(state, *notes):
    for note in notes:
        if note is not None:
            name = hashlib.sha256(note).hexdigest()[:16]
            write_file(os.path.join(state, "evidence", name), note)


def sentence(found):
    origin, size, root = found["checkpoint"]
    as_of = min(found["asOf"], 253402300799999)
    moment = datetime.datetime.fromtimestamp(as_of // 1000, datetime.timezone.utc)
    when = f", as of {moment:%Y-%m-%dT%H:%M:%S}.{as_of % 1000:03}Z" if as_of else ""
    names = ", ".join(found["seen"])
    seen = f"Seen by {names}." if names else "Only the log itself has signed it."
    lines = [f"OK {size} lines of {origin}, root {base64.b64encode(root).decode()}{when}. {seen}"]
    return "\n".join(lines + [f"DOUBT {DOUBTS[doubt]} ({doubt})" for doubt in found["doubts"]])


def run(options):
    state, stale = options.state, None
    if options.stale is not None:
        stale = (round(time.time() * 1000), options.stale)
    open_file = opener(options.place)
    own_policy, kept_note = None, None
    if state:
        own_policy = read_file(os.path.join(state, "policy"))
        kept_note = read_file(os.path.join(state, "checkpoint"))
    if options.policy:
        own_policy = all_of(open(options.policy, "rb"))
    kept = read_note(kept_note) if kept_note is not None else None
    if kept_note is not None and kept is None:
        raise Unreadable("The kept checkpoint is not one")
    files = {}

    def fetch(path):
        """Opens a file and remembers checkpoint and policy, so that the checked ones are kept."""
        if path not in ("tlog/checkpoint", "tlog/policy"):
            return open_file(path)
        files[path] = all_of(open_file(path))
        return None if files[path] is None else io.BytesIO(files[path])

    for left in (2, 1, 0):
        try:
            found = check(fetch, own_policy, kept and kept[0], stale)
            break
        except Wrong as wrong:
            before = files.get("tlog/checkpoint")
            # A new version can have been published during the check.
            if left and before and fetch("tlog/checkpoint") and files["tlog/checkpoint"] != before:
                continue
            if state:
                keep_evidence(state, kept_note, before)
            print(f"WRONG {wrong}")
            return 1
    if state and "smaller" not in found["doubts"]:
        policy = own_policy if own_policy is not None else files["tlog/policy"]
        write_file(os.path.join(state, "policy"), policy)
        write_file(os.path.join(state, "checkpoint"), files["tlog/checkpoint"])
    print(sentence(found))
    return 3 if found["doubts"] else 0


def batch():
    """Reads logs for tests as JSON lines: the files in Base64 and a kept checkpoint."""
    for case in sys.stdin:
        encoded, kept = json.loads(case)
        files = {name: base64.b64decode(data) for name, data in encoded.items()}
        before = read_note(base64.b64decode(kept))[0] if kept else None

        def open_file(path, files=files):
            return io.BytesIO(files[path]) if path in files else None

        try:
            verdict = ",".join(check(open_file, None, before)["doubts"]) or "sound"
        except Wrong as wrong:
            verdict = f"{wrong.where} {wrong.at} {wrong.fault}"
        print(json.dumps(verdict), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("place", nargs="?", help="file, folder or address")
    parser.add_argument("--state", metavar="DIR", help="where to keep what was seen")
    parser.add_argument("--policy", metavar="FILE", help="the policy to go by, instead of the first")
    parser.add_argument("--stale", metavar="HOURS", type=float, help="how old it may be")
    parser.add_argument("--batch", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.batch:
        return batch()
    if options.place is None:
        parser.error("which log?")
    try:
        return run(options)
    except (OSError, Unreadable) as error:
        print(f"The log could not be read: {error}", file=sys.stderr)
        return 2
    except Wrong as wrong:
        print(f"WRONG {wrong}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
