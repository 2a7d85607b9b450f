import { base64Of, bytesOfText, concatBytes } from '../bytes.ts';
import { checkpointText } from '../checkpoint.ts';
import { appendLeaf, emptyEdge, type Hash, leafHash, rootOf } from '../merkle.ts';
import { cosign, type NoteSigner, signNote, writeNote } from '../note.ts';
import { type Policy, policyText } from '../policy.ts';
import { noteSigner } from '../signer.ts';
import {
  completeHash,
  entriesTile,
  hashTile,
  levelLength,
  listTiles,
  TILE_WIDTH,
  tilePath,
} from '../tiles.ts';
import { vector } from './vector.ts';

/** A published log: the bytes of each file by its path below `data/v1/`. */
export type PublishedLog = Map<string, Uint8Array>;

export interface MadeLogOptions {
  readonly size?: number;
  readonly lines?: readonly string[];
  /** The first line, from 1, with another text: the log is a fork from there on. */
  readonly forkedFrom?: number;
  readonly origin?: string;
  readonly seeds?: readonly string[];
  readonly listed?: readonly string[];
  readonly witnesses?: readonly MadeWitness[];
  readonly quorum?: string | number;
}

export interface MadeWitness {
  /** The name of its key; in the policy it is w1, w2 … unless `own`. */
  readonly name: string;
  readonly seed: string;
  readonly own?: boolean;
  readonly url?: string;
  /** The time of its cosignature in seconds since 1970; without it the witness does not cosign. */
  readonly seconds?: number;
}

export const secondSeed = '02'.repeat(32);

export const vectorWitness: MadeWitness = {
  name: vector.witnessName,
  seed: vector.witnessSeed,
  seconds: vector.cosignedSeconds,
};

export function madeLines(size: number, forkedFrom = Number.POSITIVE_INFINITY): string[] {
  const start = Date.UTC(2026, 10, 20, 9);
  return Array.from({ length: size }, (_, index) => {
    const seq = index + 1;
    const datId = `d${(seq % 5) + 1}${seq >= forkedFrom ? 'x' : ''}`;
    const at = new Date(start + seq * 1_000).toISOString();
    const edition = Math.floor(seq / 5) + 1;
    return `{"seq":${seq},"at":"${at}","kind":"listing","datId":"${datId}","edition":${edition},"version":2,"priceCents":1000}\n`;
  });
}

const makeSigners = (name: string, seeds: readonly string[]): Promise<NoteSigner[]> =>
  Promise.all(seeds.map((seed) => noteSigner(name, 'log', seed)));

const witnessId = (witness: MadeWitness, at: number): string =>
  witness.own ? `own-${at + 1}` : `w${at + 1}`;

export async function madeLog(options: MadeLogOptions = {}): Promise<PublishedLog> {
  const { size = 3, forkedFrom, origin = vector.origin, witnesses = [] } = options;
  const lines = options.lines ?? madeLines(size, forkedFrom);
  const files: PublishedLog = new Map();
  const entries = lines.map(bytesOfText);
  files.set('ledger.jsonl', concatBytes(...entries));
  addTiles(files, entries);
  const edge = entries.map(leafHash).reduce(appendLeaf, emptyEdge);
  const text = checkpointText({ origin, size: entries.length, root: rootOf(edge) });
  const signers = await makeSigners(origin, options.seeds ?? [vector.logSeed]);
  const listed = await makeSigners(origin, options.listed ?? []);
  const cosigners = await Promise.all(
    witnesses.map(async ({ name, seed }) => noteSigner(name, 'witness', seed)),
  );
  const signatures = await Promise.all([
    ...signers.map((signer) => signNote(text, signer)),
    ...cosigners.flatMap((signer, at) => {
      const seconds = witnesses[at]?.seconds;
      return seconds === undefined ? [] : [cosign(text, signer, seconds)];
    }),
  ]);
  files.set('tlog/checkpoint', bytesOfText(writeNote({ text, signatures })));
  const named = cosigners.map((key, at) => {
    const witness = witnesses[at] as MadeWitness;
    return { name: witnessId(witness, at), key, url: witness.url ?? '' };
  });
  const policy = {
    logs: [...signers, ...listed],
    witnesses: named,
    ...writeQuorum(options, named),
  };
  files.set('tlog/policy', bytesOfText(policyText(policy)));
  return files;
}

function writeQuorum(
  { quorum = 'none' }: MadeLogOptions,
  witnesses: readonly { readonly name: string }[],
): Pick<Policy, 'groups' | 'quorum'> {
  if (typeof quorum === 'string') return { groups: [], quorum };
  const members = witnesses.map(({ name }) => name);
  return { groups: [{ name: 'enough', least: quorum, members }], quorum: 'enough' };
}

function addTiles(files: PublishedLog, entries: readonly Uint8Array[]): void {
  for (const tile of listTiles(entries.length, 'entries')) {
    const start = tile.number * TILE_WIDTH;
    files.set(`tlog/${tilePath(tile)}`, entriesTile(entries.slice(start, start + tile.width)));
  }
  let hashes: Hash[] = entries.map(leafHash);
  for (let level = 0; levelLength(entries.length, level) > 0; level++) {
    for (const tile of listTiles(entries.length, level)) {
      const start = tile.number * TILE_WIDTH;
      files.set(`tlog/${tilePath(tile)}`, hashTile(hashes.slice(start, start + tile.width)));
    }
    hashes = listTiles(entries.length, level)
      .filter(({ width }) => width === TILE_WIDTH)
      .map(({ number }) =>
        completeHash(hashes.slice(number * TILE_WIDTH, (number + 1) * TILE_WIDTH)),
      );
  }
}

export function withBit(log: PublishedLog, path: string, bit: number): PublishedLog {
  const bytes = Uint8Array.from(log.get(path) ?? []);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  return new Map(log).set(path, bytes);
}

export const makeLogReader =
  (log: PublishedLog) =>
  async (path: string): Promise<Uint8Array | undefined> =>
    log.get(path);

export const inBase64 = (log: PublishedLog): Record<string, string> =>
  Object.fromEntries([...log].map(([path, bytes]) => [path, base64Of(bytes)]));
