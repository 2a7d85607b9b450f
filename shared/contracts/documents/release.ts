import * as v from 'valibot';
import { tiers } from '../../domain/config.ts';
import { previewSchema } from '../../domain/preview-schema.ts';
import { count } from '../../domain/whole.ts';
import { shownLine } from '../public-text.ts';
import { recordingFactsSchema } from './recording-facts.ts';

/** The whole song of a release, for holders (N-SND-07): `song` names the object below `full/`, once it is made. */
const wholeSchema = v.object({
  song: v.nullable(v.object({ file: v.string(), seconds: v.number() })),
  /** When it is due to be made, in milliseconds; null while nothing is to be done. */
  dueAt: v.nullable(v.number()),
  attempts: count,
  /** Why none can be made out of this recording, ever. */
  problem: v.nullable(v.string()),
});
const contributors = v.array(v.object({ id: v.string(), tag: shownLine }));

/**
 * accepted: everything is known and checked, nothing is visible. published: the DAT, its editions
 * and its row exist, all since the same write. taken-down: by an operator, until it is restored.
 */
const releaseStates = ['accepted', 'published', 'taken-down'] as const;

/** A release, `releases/{datId}`: what was accepted, and its progress. Server only. */
export const releaseSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
  state: v.picklist(releaseStates),
  source: v.picklist(['files', 'summary']),
  operatorUid: v.string(),
  /** Hash of the request: the same release with other details is refused. */
  fingerprint: v.string(),
  artistId: v.string(),
  artistName: shownLine,
  songName: shownLine,
  albumName: shownLine,
  contentId: v.string(),
  artworkUrl: v.string(),
  songUrl: v.string(),
  /** Where the checked recording is in our bucket; missing if there is none. */
  audioPath: v.optional(v.string()),
  genres: v.array(v.string()),
  artistFeatures: contributors,
  producers: contributors,
  songwriters: contributors,
  recordLabels: contributors,
  tier: v.picklist(tiers),
  chain: v.string(),
  /** Missing where there is none, as in releases of the catalogue. */
  preview: v.optional(previewSchema),
  /** Earlier previews, oldest first, and who changed them when; missing if there are none. */
  previewChanges: v.optional(
    v.array(
      v.object({
        at: count,
        byUid: v.string(),
        was: v.nullable(v.object({ file: v.string(), start: count })),
      }),
    ),
  ),
  previewVersion: v.optional(count),
  recordingFacts: v.optional(recordingFactsSchema),
  /** Missing until it is published or, in older releases, until a holder asks for it. */
  whole: v.optional(wholeSchema),
  editions: count,
  priceCents: count,
  sharePpm: count,
  acceptedAt: count,
  /** Since when there is something left to do again; missing if that is since it was accepted. */
  openedAt: v.optional(count),
  publishedAt: v.nullable(count),
  /** The document of `assetsSummary` that has its row; null while there is none. */
  summaryPage: v.nullable(v.string()),
  /** False while something is left to do: publishing it, showing it among the newest, the rebuild. */
  isDone: v.boolean(),
  attempts: count,
  lastError: v.nullable(v.string()),
});

export type WholeSong = v.InferOutput<typeof wholeSchema>;
export type Release = v.InferOutput<typeof releaseSchema>;
