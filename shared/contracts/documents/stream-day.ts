import * as v from 'valibot';
import { count, whole } from '../../domain/whole.ts';

const text = v.string();

/** A user's part of the streams of one work on one platform and day. */
const streamDayShareSchema = v.object({
  datId: text,
  platform: text,
  /** How often this day was shared before; above 0 for a correction. */
  revision: count,
  /** The number of streams (in a correction, the change), earnings of each, and the user's share of the 5%. */
  streams: whole,
  streamMicros: whole,
  sharePpm: whole,
  earnedMicros: whole,
  /** Only of a correction: what could not be taken back. */
  debtMicros: v.exactOptional(whole),
});

/**
 * A user's streams of one day, of all their works and platforms: the stored form of many movements. It is a
 * correction if one of its shares is.
 */
export const streamDaySchema = v.object({
  kind: v.picklist(['stream-earnings', 'stream-correction']),
  at: v.number(),
  date: text,
  earnedMicros: whole,
  debtMicros: whole,
  shares: v.array(streamDayShareSchema),
});

export type StreamDay = v.InferOutput<typeof streamDaySchema>;
export type StreamDayShare = StreamDay['shares'][number];

/** Returns the movements of a stored day, one for each work and platform, in its order. */
export const expandStreamDay = ({ at, date, shares }: StreamDay) =>
  shares.map(({ revision, debtMicros = 0, ...share }) =>
    revision === 0
      ? { kind: 'stream-earnings' as const, at, date, ...share }
      : { kind: 'stream-correction' as const, at, date, ...share, debtMicros },
  );

export const streamShareId = (date: string, share: StreamDayShare): string =>
  `stream:${share.datId}:${share.platform}:${date}:${share.revision}`;
