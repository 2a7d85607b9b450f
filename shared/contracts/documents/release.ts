import * as v from 'valibot';
import { tiers } from '../../domain/config.ts';
import { previewSchema } from '../../domain/preview-schema.ts';
import { count } from '../../domain/whole.ts';
import { shownLine } from '../public-text.ts';
import { recordingFactsSchema } from './recording-facts.ts';

/** The whole song of a release, for holders (N-SND-07). `song` names the object below `full/` once it is made. */
const wholeSchema = v.object({
  song: v.nullable(v.object({ file: v.string(), seconds: v.number() })),
  /** The time at which it is due to be made, in milliseconds; null if nothing is due. */
  dueAt: v.nullable(v.number()),
  attempts: count,
  /** The reason why this recording can never give a whole song. */
  problem: v.nullable(v.string()),
});
const contributors = v.array(v.object({ id: v.string(), tag: shownLine }));

/**
 * The states of a release. accepted: checked and complete, nothing visible. published: DAT, editions and row
 * exist, since one write. taken-down: by an operator, until it is restored.
 */
const releaseStates = ['accepted', 'published', 'taken-down'] as const;

/** A release with its progress, `releases/{datId}`; server only. */
export const releaseSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/)),
  state: v.picklist(releaseStates),
  source: v.picklist(['files', 'summary']),
  operatorUid: v.string(),
  /** A hash of the request: the same release with other details is refused. */
  fingerprint: v.string(),
  artistId: v.string(),
  artistName: shownLine,
  songName: shownLine,
  albumName: shownLine,
  contentId: v.string(),
  artworkUrl: v.string(),
  songUrl: v.string(),
  audioPath: v.optional(v.string()),
  genres: v.array(v.string()),
  artistFeatures: contributors,
  producers: contributors,
  songwriters: contributors,
  recordLabels: contributors,
  tier: v.picklist(tiers),
  chain: v.string(),
  /** Missing without a preview, as in DATS made from existing releases. */
  preview: v.optional(previewSchema),
  /** Earlier previews, oldest first, with who changed them when. */
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
  /** Missing until the release is published or, in older releases, until a holder asks for it. */
  whole: v.optional(wholeSchema),
  editions: count,
  priceCents: count,
  sharePpm: count,
  acceptedAt: count,
  /** The time since when work is left again; missing if that is since it was accepted. */
  openedAt: v.optional(count),
  publishedAt: v.nullable(count),
  /** The document of `assetsSummary` with its row; null until the row is written. */
  summaryPage: v.nullable(v.string()),
  /** False while work is left: publishing, the newest releases, the rebuild. */
  isDone: v.boolean(),
  attempts: count,
  lastError: v.nullable(v.string()),
});

export type WholeSong = v.InferOutput<typeof wholeSchema>;
export type Release = v.InferOutput<typeof releaseSchema>;
