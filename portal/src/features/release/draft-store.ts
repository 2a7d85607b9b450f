import { tiers } from '@datchain/shared/domain/config.ts';
import { byFact } from '@datchain/shared/domain/recording-facts.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { delMany, getMany, set } from 'idb-keyval';
import * as v from 'valibot';
import { inTime } from './in-time.ts';

/** A draft release kept on this device: across reloads, and from the form to the review. */
export interface KeptRelease {
  readonly draft: ReleaseDraft;
  readonly artwork: File | null;
  readonly audio: File | null;
  /** In milliseconds. */
  readonly savedAt: number;
}

const text = v.string();
const contributors = v.array(v.object({ id: text, tag: text }));

const draftSchema: v.GenericSchema<unknown, ReleaseDraft> = v.object({
  mode: v.picklist(['form', 'summary']),
  hasProfile: v.nullable(v.picklist(['yes', 'no'])),
  selectedArtist: v.nullable(
    v.object({
      uid: text,
      username: text,
      artistName: text,
      accountType: v.picklist(['Artist', 'Fan']),
      imageUrl: text,
    }),
  ),
  newArtist: v.object({
    email: text,
    username: text,
    artistName: text,
    city: text,
    country: text,
    state: text,
  }),
  songName: text,
  tier: v.picklist(tiers),
  genre: text,
  previewStart: v.nullable(v.number()),
  facts: v.object({ ...byFact(() => text), isExplicit: v.boolean() }),
  contributors: v.object({
    producers: contributors,
    songwriters: contributors,
    artistFeatures: contributors,
    recordLabels: contributors,
  }),
  summary: v.nullable(
    v.object({
      contentId: text,
      songName: text,
      albumName: text,
      artistName: text,
      artistId: text,
      datId: text,
    }),
  ),
});

const keptSchema = v.object({ draft: draftSchema, savedAt: v.number() });

/**
 * The largest file that is copied where the store refuses files, as in private windows of WebKit:
 * 20 MB.
 */
const MAX_COPIED_BYTES = 20 * 1024 * 1024;
const copySchema = v.object({
  bytes: v.instance(ArrayBuffer),
  name: text,
  type: text,
  lastModified: v.number(),
});

const copyFile = async (file: File): Promise<v.InferOutput<typeof copySchema>> => {
  const { name, type, lastModified } = file;
  return { bytes: await file.arrayBuffer(), name, type, lastModified };
};

function readFile(kept: unknown): File | null {
  if (kept instanceof File) return kept;
  const { success, output } = v.safeParse(copySchema, kept);
  return success ? new File([output.bytes], output.name, output) : null;
}

/** Writing a recording of 200 MB takes time on a slow disk. */
const FILE_TIMEOUT_MILLIS = 60_000;

/** Returns a user's own keys: the next user of this device sees none of their draft. */
const keysOf = (uid: string) =>
  ({
    text: `release-draft:${uid}`,
    artwork: `release-draft:${uid}:artwork`,
    audio: `release-draft:${uid}:audio`,
  }) as const;

type FileKind = 'artwork' | 'audio';
const fileKinds: readonly FileKind[] = ['artwork', 'audio'];

export type KeptPart = 'text' | FileKind;

interface Parts {
  text?: Pick<KeptRelease, 'draft' | 'savedAt'>;
  artwork?: File | null;
  audio?: File | null;
}

/**
 * Parts by user that the device does not keep, or not yet; they still reach the review from the
 * form.
 */
const unkept = new Map<string, Parts>();

/** The files as stored: hundreds of megabytes are not written again for every letter. */
let stored: { uid: string; artwork?: File | null; audio?: File | null } | undefined;

/** Files that the device refused: they are not tried again with the next letter. */
const refused = new WeakSet<File>();

/** Tells whether the device refuses a part of a user's release, or has not answered yet. */
export const isUnkept = (uid: string): boolean => Object.keys(unkept.get(uid) ?? {}).length > 0;

let writing = Promise.resolve<unknown>(undefined);

/** Queues writes: an older state never overwrites a newer one. */
function inOrder<Result>(write: () => Promise<Result>): Promise<Result> {
  const written = writing.then(write);
  writing = written.catch(() => {});
  return written;
}

const readParts = (uid: string): Promise<unknown[]> =>
  inTime(() => getMany(Object.values(keysOf(uid)))).catch((error: unknown) => {
    console.warn('This device keeps no drafts.', error);
    return [];
  });

/** Returns the user's kept release; undefined without one that this version can read. */
export async function loadRelease(uid: string): Promise<KeptRelease | undefined> {
  const { text: textInMemory, ...filesInMemory } = unkept.get(uid) ?? {};
  if (textInMemory) return { ...textInMemory, artwork: null, audio: null, ...filesInMemory };
  const [kept, ...files] = await readParts(uid);
  const parsed = v.safeParse(keptSchema, kept);
  if (!parsed.success) return undefined;
  const [artwork = null, audio = null] = files.map(readFile);
  stored = { uid, artwork, audio };
  return { ...parsed.output, artwork, audio, ...filesInMemory };
}

/**
 * Keeps a release: first its text alone, then each file in its own transaction. Private windows of
 * WebKit refuse files, and stop answering when a file shares a transaction (N-BRW-03).
 *
 * @returns the parts that the device does not keep; they stay in memory until the page is closed.
 * Undefined when a newer state replaced this one before its turn.
 */
export function keepRelease(
  uid: string,
  kept: KeptRelease,
): Promise<readonly KeptPart[] | undefined> {
  const { draft, savedAt, artwork, audio } = kept;
  const parts: Parts = { text: { draft, savedAt }, artwork, audio };
  unkept.set(uid, parts);
  return inOrder(async () => (unkept.get(uid) === parts ? keepParts(uid, kept, parts) : undefined));
}

/** Removes from `parts` what the device has stored. @returns the parts that it does not keep */
async function keepParts(uid: string, kept: KeptRelease, parts: Parts): Promise<KeptPart[]> {
  try {
    await inTime(() => set(keysOf(uid).text, parts.text));
  } catch (error) {
    console.warn('The draft could not be kept.', error);
    // A file without its text would never be read.
    return ['text'];
  }
  delete parts.text;
  for (const kind of fileKinds) {
    if (await keepFile(uid, kind, kept[kind])) delete parts[kind];
  }
  return fileKinds.filter((kind) => kind in parts);
}

/** Stores a file, or a copy of a small one. @returns whether the device has it */
async function keepFile(uid: string, kind: FileKind, file: File | null): Promise<boolean> {
  const before = stored?.uid === uid ? stored : undefined;
  if (before?.[kind] === file) return true;
  if (file && refused.has(file)) return false;
  const write = (value: unknown) =>
    inTime(() => set(keysOf(uid)[kind], value), FILE_TIMEOUT_MILLIS);
  try {
    await write(file).catch(async (error: unknown) => {
      if (!file || file.size > MAX_COPIED_BYTES) throw error;
      await write(await copyFile(file));
    });
    stored = { ...before, uid, [kind]: file };
    return true;
  } catch (error) {
    console.warn(`The ${kind} could not be kept.`, error);
    if (file) refused.add(file);
    // An older file does not belong to the newer text.
    await write(null).catch(() => {});
    stored = { ...before, uid, [kind]: null };
    return false;
  }
}

export async function forgetRelease(uid: string): Promise<void> {
  unkept.delete(uid);
  try {
    await inOrder(() => inTime(() => delMany(Object.values(keysOf(uid)))));
  } catch (error) {
    console.warn('The draft could not be removed.', error);
  }
  stored = undefined;
}
