import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { textOfBytes } from '../bytes.ts';
import { Unreadable } from '../check.ts';
import { checkPolicy, isFailure, places } from '../check-note.ts';
import { readCheckpointText } from '../checkpoint.ts';
import type { NoteKey } from '../keys.ts';
import { foldHashes, type Hash, inclusionRanges, listSubtrees } from '../merkle.ts';
import { readNote } from '../note.ts';
import type { Read } from '../read-tree.ts';
import {
  completeHash,
  levelLength,
  listTiles,
  locateSubtree,
  readEntriesTile,
  readHashTile,
  TILE_WIDTH,
  tileIn,
  tilePath,
} from '../tiles.ts';
import { openLogReader } from '../verify/places.ts';
import {
  askGo,
  askOpenssl,
  askSigstore,
  buildGo,
  hasGo,
  type Proven,
  type Said,
} from './programs.ts';

const help = `Checks a public log with programs that nobody here wrote.

  npm run verify:foreign -- <file, folder or address>

OpenSSL checks the signature; @sigstore/verify the signature and inclusion of entries; Go's x/mod
everything, where golang-go and golang-golang-x-mod-dev are installed.
Ends with 0 sound, 1 wrong, 2 unreadable.`;

async function copyTree(read: Read, size: number, folder: string): Promise<void> {
  const paths: string[] = [places.checkpoint];
  for (const tile of listTiles(size, 'entries')) paths.push(`tlog/${tilePath(tile)}`);
  for (let level = 0; levelLength(size, level) > 0; level++) {
    for (const tile of listTiles(size, level)) paths.push(`tlog/${tilePath(tile)}`);
  }
  for (const path of paths) {
    const bytes = await read(path);
    const copy = join(folder, path.replace('tlog/', ''));
    mkdirSync(dirname(copy), { recursive: true });
    if (bytes) writeFileSync(copy, bytes);
  }
}

function* samples(size: number): Generator<number> {
  for (let index = 0; index < size; index += Math.max(1, Math.floor(size / 100))) yield index;
  if (size > 0) yield size - 1;
}

async function makeProofs(read: Read, size: number): Promise<Proven[]> {
  const mustRead = async (path: string) => (await read(`tlog/${path}`)) ?? new Uint8Array();
  const hashesOf = async (range: { start: number; end: number }): Promise<Hash> => {
    const subtrees: Hash[] = [];
    for (const subtree of listSubtrees(range)) {
      const { tile, start, count } = locateSubtree(subtree, size);
      const hashes = readHashTile(await mustRead(tilePath(tile)), tile.width);
      if (!hashes) throw new Unreadable(`${tilePath(tile)} is not a tile`);
      subtrees.push(completeHash(hashes.slice(start, start + count)));
    }
    return foldHashes(subtrees);
  };
  const proofs: Proven[] = [];
  for (const index of samples(size)) {
    const tile = tileIn(size, 'entries', Math.floor(index / TILE_WIDTH));
    const entries = readEntriesTile(await mustRead(tilePath(tile)), tile.width);
    const entry = entries?.[index % TILE_WIDTH];
    if (!entry) throw new Unreadable(`${tilePath(tile)} is not a tile`);
    const hashes: Hash[] = [];
    for (const range of inclusionRanges(index, size)) hashes.push(await hashesOf(range));
    proofs.push({ index, entry, hashes });
  }
  return proofs;
}

/**
 * Reads checkpoint and key.
 *
 * @throws Unreadable unless both have the usual form
 */
async function readLog(read: Read): Promise<{ signed: string; size: number; key: NoteKey }> {
  const signed = textOfBytes((await read(places.checkpoint)) ?? new Uint8Array()) ?? '';
  const policy = checkPolicy((await read(places.policy)) ?? new Uint8Array());
  const checkpoint = readCheckpointText(readNote(signed)?.text ?? '');
  const key = isFailure(policy)
    ? undefined
    : policy.logs.find(({ name, id }) =>
        readNote(signed)?.signatures.some((each) => each.name === name && each.keyId === id),
      );
  if (!checkpoint || !key) throw new Unreadable('There is no checkpoint that the policy fits');
  return { signed, size: checkpoint.size, key };
}

export async function verifyForeign(place: string): Promise<Said[]> {
  const read = openLogReader(place);
  const { signed, size, key } = await readLog(read);
  const said = [askOpenssl(signed, key), askSigstore(signed, key, await makeProofs(read, size))];
  if (!hasGo) {
    const text = 'golang-go and golang-golang-x-mod-dev are not installed';
    return [...said, { program: "Go's x/mod", is: 'SKIPPED', text }];
  }
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  try {
    await copyTree(read, size, join(folder, 'tlog'));
    return [...said, askGo(buildGo(folder), join(folder, 'tlog'), key)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const [place] = process.argv.slice(2);
  if (place === undefined) {
    console.log(help);
    process.exitCode = 2;
    return;
  }
  try {
    const said = await verifyForeign(place);
    for (const { program, is, text } of said) console.log(`${is} ${program}: ${text}`);
    process.exitCode = said.some(({ is }) => is === 'WRONG') ? 1 : 0;
  } catch (error) {
    console.error(`The log could not be read: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main();
