import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogHead } from '@datchain/functions/public-log/head.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { type Checkpoint, checkpointText, readCheckpointText } from '@datchain/tlog/checkpoint.ts';
import { type NoteKey, readVkey } from '@datchain/tlog/keys.ts';
import { consistencyRanges, isSameHash, rootOf } from '@datchain/tlog/merkle.ts';
import { checkSignature, type Note, readNote, writeNote } from '@datchain/tlog/note.ts';
import { type Policy, policyText } from '@datchain/tlog/policy.ts';
import { inTree, readRanges } from '@datchain/tlog/read-tree.ts';
import { FilesLikeBefore, TileFiles } from './tile-files.ts';
import { askWitnesses, policyWith } from './witnesses.ts';

export interface LiveLog {
  /** Its checkpoint as it is served; absent before the first. */
  readonly checkpoint?: string | undefined;
  readonly dir?: string | undefined;
}

const checkpointFile = 'checkpoint';

/** Whom to ask to cosign, and where to say what came of it. */
export interface Witnessing {
  /** The lines `witness`, `group` and `quorum` of a policy; empty when there are none. */
  readonly lines: string;
  readonly log: (line: string) => void;
}

const nobody: Witnessing = { lines: '', log: () => {} };

/** The log of a site on this machine. */
export function liveLogIn(dir: string): LiveLog {
  const file = join(dir, checkpointFile);
  return existsSync(file) ? { checkpoint: readFileSync(file, 'utf8'), dir } : {};
}

const readIfThere = (file: string): Promise<Uint8Array | undefined> =>
  readFile(file).catch(() => undefined);

function readLive(checkpoint: string) {
  const note = readNote(checkpoint);
  const read = readCheckpointText(note?.text ?? '');
  if (!note || !read) throw new Error('The published checkpoint of the log cannot be read');
  return { ...read, note };
}

/** How many lines are live. */
export const liveSize = ({ checkpoint }: LiveLog): number =>
  checkpoint === undefined ? 0 : readLive(checkpoint).size;

/** The keys of a head. A key that cannot be read is a bug of who wrote the head. */
const keysOf = ({ keys }: LogHead): NoteKey[] =>
  keys.map((vkey) => {
    const key = readVkey(vkey);
    if (!key) throw new Error(`${vkey} is not a key`);
    return key;
  });

async function isSignedBy(note: Note, keys: readonly NoteKey[]): Promise<boolean> {
  const signed = await Promise.all(keys.map((key) => checkSignature(note, key)));
  return keys.length > 0 && signed.every(({ is }) => is === 'valid');
}

/** Writes the log as a tree: tiles while its entries come, then policy and checkpoint. */
export class TreeFiles {
  readonly #dir: string;
  readonly #before: string | undefined;
  readonly #files: FilesLikeBefore;
  readonly #tiles: TileFiles;
  readonly #live: (Checkpoint & { readonly note: Note }) | undefined;
  #isContinued = false;

  constructor(dir: string, { checkpoint, dir: before }: LiveLog) {
    this.#dir = dir;
    this.#before = before;
    this.#files = new FilesLikeBefore(dir, before);
    this.#tiles = new TileFiles(this.#files);
    this.#live = checkpoint === undefined ? undefined : readLive(checkpoint);
  }

  get size(): number {
    return this.#tiles.size;
  }

  /** The files that stay as they are live: they are not written. */
  get kept(): readonly string[] {
    return [...this.#files.kept];
  }

  /**
   * Goes on from the tree that is live, instead of making its tiles once more; the next entry is the
   * one after it. To be called before anything else.
   *
   * @throws BadFile when a file of the live tree cannot be read; nothing was written then
   */
  async continueLive(): Promise<void> {
    this.#files.keepInPlace();
    await this.#tiles.continueFrom(
      (path) => readIfThere(join(this.#before ?? '', path.slice(inTree('').length))),
      this.#live?.size ?? 0,
    );
    this.#compareWithLive();
  }

  add(entry: Uint8Array): void {
    this.#tiles.add(entry);
    this.#compareWithLive();
  }

  #compareWithLive(): void {
    if (this.size !== this.#live?.size) return;
    this.#isContinued = isSameHash(rootOf(this.#tiles.edge()), this.#live.root);
  }

  /**
   * Writes what is left, the checkpoint last and with the lines of its witnesses; returns what is wrong
   * with the tree, if anything is.
   *
   * @throws PolicyError when the lines about witnesses are wrong; WitnessRefusal
   */
  async finish(head: LogHead, witnessing: Witnessing = nobody): Promise<string | undefined> {
    const live = this.#live;
    if (live && (live.origin !== head.origin || !this.#isContinued)) {
      return `it does not continue the ${live.size} lines published as ${live.origin}`;
    }
    if (head.size === 0) return undefined;
    const { origin } = head;
    const text = checkpointText({ origin, size: this.size, root: rootOf(this.#tiles.edge()) });
    const note = readNote(head.checkpoint);
    if (note?.text !== text) return 'its lines are not those of its checkpoint';
    const logs = keysOf(head);
    if (!(await isSignedBy(note, logs))) return 'its checkpoint is not signed';
    this.#tiles.finish(head.signedSizes);
    const policy = policyWith(logs, witnessing.lines);
    this.#files.place('policy', bytesOfText(policyText(policy)));
    const seen = await this.#witness(note, policy, witnessing);
    this.#files.place(checkpointFile, bytesOfText(writeNote(seen)));
    return undefined;
  }

  /** The note with the lines of its witnesses: of now and, of those who are silent, of before. */
  async #witness(note: Note, policy: Policy, { log }: Witnessing): Promise<Note> {
    const read = async (path: string) => {
      const file = path.slice(inTree('').length);
      // Those that stay as they are live have no file here.
      return (
        (await readIfThere(join(this.#dir, file))) ?? readIfThere(join(this.#before ?? '', file))
      );
    };
    const prove = (from: number) => readRanges(read, this.size, consistencyRanges(from, this.size));
    const { signatures, silent } = await askWitnesses(note, { policy, prove });
    for (const name of silent) log(`The witness ${name} did not cosign the log.`);
    const before = this.#live?.note.text === note.text ? this.#live.note.signatures : [];
    const kept = before.filter(({ name, keyId }) => {
      const isWitness = policy.witnesses.some(({ key }) => key.name === name && key.id === keyId);
      return isWitness && !signatures.some((each) => each.name === name && each.keyId === keyId);
    });
    return { text: note.text, signatures: [...signatures, ...kept] };
  }
}
