import { tiers } from '@datchain/shared/domain/config.ts';
import type { ReleaseDraft } from '@datchain/shared/domain/release/draft.ts';
import { del, get, set } from 'idb-keyval';
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

const keptSchema: v.GenericSchema<unknown, KeptRelease> = v.object({
  draft: draftSchema,
  artwork: v.nullable(v.instance(File)),
  audio: v.nullable(v.instance(File)),
  savedAt: v.number(),
});

/** Each user's own: whoever logs in next on this device sees none of it. */
const keyOf = (uid: string): string => `release-draft:${uid}`;

/** What is kept for a user; undefined when there is nothing that this version can read. */
export async function loadRelease(uid: string): Promise<KeptRelease | undefined> {
  const parsed = v.safeParse(keptSchema, await get(keyOf(uid)));
  return parsed.success ? parsed.output : undefined;
}

/** @throws when the device has no room, or keeps nothing (a private window) */
export const keepRelease = (uid: string, kept: KeptRelease): Promise<void> => set(keyOf(uid), kept);

export const forgetRelease = (uid: string): Promise<void> => del(keyOf(uid));
