import { tiers } from '@datchain/shared/domain/config.ts';
import { byFact, noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { delMany, getMany, setMany } from 'idb-keyval';
import * as v from 'valibot';

/** A release in the making, as this device keeps it: over a reload, and from the form to the review. */
export interface KeptRelease {
  readonly draft: ReleaseDraft;
  readonly artwork: File | null;
  readonly audio: File | null;
  /** Milliseconds. */
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
  // Drafts from before there were previews have none.
  previewStart: v.optional(v.nullable(v.number()), null),
  // Nor facts, those from before there were facts.
  facts: v.optional(
    v.object({ ...byFact(() => v.optional(text, '')), isExplicit: v.boolean() }),
    noTypedFacts,
  ),
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
const fileSchema = v.fallback(v.nullable(v.instance(File)), null);

/** Each user's own: the next user of this device sees none of it. */
const keysOf = (uid: string) =>
  ({
    draft: `release-draft:${uid}`,
    artwork: `release-draft:${uid}:artwork`,
    audio: `release-draft:${uid}:audio`,
  }) as const;

/** What this device refused to keep still goes from the form to the review. */
const unkept = new Map<string, KeptRelease>();

/** The files as they lie in the store: hundreds of megabytes are not written for every letter. */
let stored: { uid: string; artwork: File | null; audio: File | null } | undefined;

async function readParts(uid: string): Promise<unknown[]> {
  const { draft, artwork, audio } = keysOf(uid);
  try {
    return await getMany([draft, artwork, audio]);
  } catch (error) {
    console.warn('This device keeps no drafts.', error);
    return [];
  }
}

/** What is kept for a user; undefined when there is nothing that this version can read. */
export async function loadRelease(uid: string): Promise<KeptRelease | undefined> {
  const inMemory = unkept.get(uid);
  if (inMemory) return inMemory;
  const [kept, ...files] = await readParts(uid);
  const parsed = v.safeParse(keptSchema, kept);
  if (!parsed.success) return undefined;
  const [artworkFile, audioFile] = files.map((file) => v.parse(fileSchema, file));
  stored = { uid, artwork: artworkFile ?? null, audio: audioFile ?? null };
  return { ...parsed.output, artwork: stored.artwork, audio: stored.audio };
}

/** @throws when the device has no room, or keeps nothing (a private window) */
export async function keepRelease(uid: string, kept: KeptRelease): Promise<void> {
  const { draft, savedAt, artwork, audio } = kept;
  const keys = keysOf(uid);
  const before = stored?.uid === uid ? stored : undefined;
  const entries: [string, unknown][] = [[keys.draft, { draft, savedAt }]];
  if (before?.artwork !== artwork) entries.push([keys.artwork, artwork]);
  if (before?.audio !== audio) entries.push([keys.audio, audio]);
  unkept.set(uid, kept);
  await setMany(entries);
  stored = { uid, artwork, audio };
  if (unkept.get(uid) === kept) unkept.delete(uid);
}

export async function forgetRelease(uid: string): Promise<void> {
  unkept.delete(uid);
  stored = undefined;
  try {
    await delMany(Object.values(keysOf(uid)));
  } catch (error) {
    console.warn('The draft could not be removed.', error);
  }
}
