import * as v from 'valibot';
import { datEventKinds } from '../domain/dat-events.ts';
import type { RecordingFacts } from '../domain/recording-facts.ts';

/**
 * The version of the files below /data/v1 for other programs: integers for money and shares, ISO 8601 times
 * in UTC, null for unknown values. Breaking changes get a new version beside this one; fields can be added at
 * any time.
 */
export const exportVersion = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const described = (text: string) => v.description<string, string>(text);
const text = (about: string) => v.pipe(v.string(), described(about));
const whole = (about: string) => v.pipe(count, v.description(about));
const instant = (about: string) => v.pipe(v.string(), v.isoTimestamp(), described(about));
const names = (about: string) => v.pipe(v.array(v.string()), v.description(about));

const editionSchema = v.object({
  number: whole('1 to 20.'),
  priceCents: whole('The price asked while it is for sale, else what it last cost. US cents.'),
  isForSale: v.boolean(),
  sharePpm: whole('Its royalty share in millionths: 25000 is 2.5 percent.'),
  isWithCreator: v.pipe(v.boolean(), v.description('Its owner is the creator of the work.')),
  owner: v.nullable(text('Username of its owner; null when they are unnamed.')),
});

const factSchemas = {
  isrc: v.nullable(text('ISRC of the recording: 12 characters, no other DAT has it.')),
  isExplicit: v.pipe(v.boolean(), v.description('False where nobody said that it is.')),
  pLine: v.nullable(text('Whose the recording is: a year and a name, without the sign ℗.')),
  cLine: v.nullable(text('Whose artwork and text are: the same, without the sign ©.')),
} satisfies Readonly<Record<keyof RecordingFacts, v.GenericSchema>>;

export const exportedFacts = Object.keys(factSchemas) as (keyof typeof factSchemas)[];

const datSchema = v.object({
  id: text('Never changes.'),
  page: text('Address of its page.'),
  song: v.string(),
  artist: v.nullable(v.string()),
  creator: v.nullable(text('Username of the releaser.')),
  tier: v.picklist(['Bronze', 'Silver', 'Gold', 'Platinum']),
  chain: v.string(),
  genres: names('Stored names, such as hip_hop_rap.'),
  releasedAt: v.nullable(instant('When it was released.')),
  artwork: v.nullable(text('Address of its artwork.')),
  preview: v.nullable(text('Address of its preview, an MP3 of at most 30 seconds.')),
  previewSeconds: v.nullable(v.pipe(v.number(), v.description('How long it lasts.'))),
  previewPeaks: v.nullable(
    text('How loud it is along its length: 96 digits in base 36, z the loudest.'),
  ),
  artistFeatures: names('Credits; a name with @ is a username.'),
  producers: names('Credits.'),
  songwriters: names('Credits.'),
  recordLabels: names('Credits.'),
  soldOut: v.pipe(v.boolean(), v.description('Every edition has left its creator.')),
  editionCount: whole('Editions in all.'),
  editionsForSale: whole('Editions anybody can buy now, from the creator or from owners.'),
  lowestPriceCents: v.nullable(whole('The cheapest edition for sale. US cents.')),
  availableSharePpm: whole('Shares of those editions, in millionths.'),
  totalStreams: v.nullable(
    whole('Streams reported in the last year or so; null when none ever were.'),
  ),
  ...factSchemas,
  takenDownAt: v.nullable(instant('Since when it is taken down; null while it is public.')),
  takenDownReason: v.nullable(text('Why it is taken down.')),
  changedAt: v.nullable(instant('Last change of this row.')),
});

const figures = (about: string) => v.pipe(v.array(v.nullable(count)), v.description(about));

const seriesSchema = v.object({
  last: text('The last period: a day, an ISO week such as 2026-W46, or a month.'),
  streams: figures('Oldest first; null where nothing is known.'),
  downloads: v.optional(figures('Only where the platform reports any.')),
  partial: v.optional(
    v.pipe(v.array(count), v.description('Positions that lack a day or are not over.')),
  ),
});

const platformSchema = v.object({
  total: count,
  upTo: v.nullable(text('The last day with a figure, UTC.')),
  week: v.nullable(seriesSchema),
  month: v.nullable(seriesSchema),
  '3m': v.nullable(seriesSchema),
});

const historySchema = v.object({
  at: instant('When it happened.'),
  kind: v.picklist(datEventKinds),
  edition: v.nullable(whole('Null when it concerns all editions.')),
  priceCents: v.nullable(whole('What was asked or paid. US cents.')),
  from: v.nullable(text('Username; null for nobody, and for somebody who is unnamed.')),
  to: v.nullable(text('The same.')),
  reason: v.optional(text('Of a takedown, of its end, and of changed facts: what they are now.')),
});

export type ExportedDat = v.InferOutput<typeof datSchema>;
export type ExportedPlatform = v.InferOutput<typeof platformSchema>;
export type ExportedEvent = v.InferOutput<typeof historySchema>;
export type ExportedEdition = v.InferOutput<typeof editionSchema>;

const version = v.pipe(v.literal(exportVersion), v.description('Version of this format.'));

export const datsFileSchema = v.object({
  version,
  changedAt: v.nullable(instant('Last change among the rows.')),
  dats: v.array(datSchema),
});

export const datFileSchema = v.object({
  version,
  ...datSchema.entries,
  editions: v.array(editionSchema),
  streams: v.pipe(
    v.record(v.string(), platformSchema),
    v.description('By platform; a platform without figures is not in it.'),
  ),
  history: v.pipe(v.array(historySchema), v.description('The newest 50 lines, newest first.')),
});

export const marketFileSchema = v.object({
  version,
  changedAt: v.nullable(instant('When this was read.')),
  blocks: v.array(
    v.object({
      id: v.string(),
      priceCents: whole('Price of one token. US cents.'),
      available: whole('Tokens that can be bought in this block.'),
    }),
  ),
  tokensRemaining: whole('Tokens that can be bought in all blocks.'),
  rewardTokensRemaining: whole('Reward tokens not given out yet.'),
});

/** The schemas by file name, which /data/v1/schema.json publishes as JSON Schema. */
export const exportSchemas = {
  'dats.json': datsFileSchema,
  'dats/{id}.json': datFileSchema,
  'market.json': marketFileSchema,
} as const;
