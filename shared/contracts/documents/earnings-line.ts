import * as v from 'valibot';
import { rates } from '../../domain/config.ts';
import { applyPpm, centsToMicros, MICROS_PER_CENT } from '../../domain/money.ts';
import { monthOf, utcDay } from '../../domain/time.ts';
import type { SharePpm, UsdMicros } from '../../domain/units.ts';
import { whole } from '../../domain/whole.ts';
import { isRecord, readList } from '../tolerant.ts';
import { expandMovement, type Movement, type StoredMovement } from './movement.ts';

const text = v.string();
const share = v.optional(whole);
const sale = { datId: text, edition: whole, priceCents: whole, sharePpm: share };

/** The subject of a line. Movements of one month with the same subject share a line. */
const subjectSchema = v.variant('kind', [
  v.object({
    kind: v.literal('streams'),
    datId: text,
    platform: text,
    /** The earnings of one stream, and the user's share of what was distributed. */
    streamMicros: v.optional(whole),
    sharePpm: share,
  }),
  v.object({ kind: v.literal('correction'), datId: text, platform: text, date: text }),
  v.object({ kind: v.literal('first-sale'), ...sale }),
  v.object({ kind: v.literal('resale'), ...sale }),
  v.object({ kind: v.literal('royalty'), ...sale }),
  v.object({ kind: v.literal('tokens'), blockId: text, priceCents: whole, sharePpm: share }),
  v.object({ kind: v.literal('before'), datId: v.optional(text) }),
]);

export type EarningsSubject = v.InferOutput<typeof subjectSchema>;

/** A line of the statement: a user's earnings of a month (YYYY-MM, UTC) from one subject (N-EXP-03). */
export type EarningsLine = EarningsSubject & {
  readonly month: string;
  readonly count: number;
  readonly micros: UsdMicros;
};

type EditionSold = Extract<Movement, { kind: 'edition-sold' }>;

interface Sold {
  readonly datId: string;
  readonly edition: number;
  readonly priceCents: number;
}

const saleOf = ({ datId, edition, priceCents }: Sold, sharePpm: SharePpm) => ({
  datId,
  edition,
  priceCents,
  sharePpm,
});

function tokensOf(blockId: string, priceCents: number, qty: number, micros: UsdMicros) {
  const { sellerPpm: sharePpm } = rates.tokenResale;
  return {
    subject: { kind: 'tokens' as const, blockId, priceCents, sharePpm },
    count: qty,
    micros,
  };
}

/** Returns the seller's share; for a resale by the creator, with the royalty. */
function soldSharePpm({ priceCents, isResale, earnedMicros }: EditionSold): SharePpm {
  const { primarySale, editionResale } = rates;
  if (!isResale) return primarySale.creatorPpm;
  const ofSeller = applyPpm(centsToMicros(priceCents), editionResale.sellerPpm);
  // Parts are whole cents, so rounding alone makes less than one.
  const hasRoyalty = earnedMicros - ofSeller >= MICROS_PER_CENT;
  return editionResale.sellerPpm + (hasRoyalty ? editionResale.creatorPpm : 0);
}

interface Earned {
  readonly subject: EarningsSubject;
  readonly count: number;
  readonly micros: UsdMicros;
}

function earnedIn(movement: Movement): Earned | undefined {
  switch (movement.kind) {
    case 'stream-earnings': {
      const { datId, platform, streamMicros, sharePpm, streams = 0, earnedMicros } = movement;
      const rate = streamMicros === undefined ? {} : { streamMicros };
      const part = sharePpm === undefined ? {} : { sharePpm };
      return {
        subject: { kind: 'streams', datId, platform, ...rate, ...part },
        count: streams,
        micros: earnedMicros,
      };
    }
    case 'stream-correction': {
      const { datId, platform, date, streams = 0, earnedMicros } = movement;
      const subject = { kind: 'correction' as const, datId, platform, date };
      return { subject, count: streams, micros: earnedMicros };
    }
    case 'edition-sold': {
      const kind = movement.isResale ? 'resale' : 'first-sale';
      const subject = { kind, ...saleOf(movement, soldSharePpm(movement)) } as const;
      return { subject, count: 1, micros: movement.earnedMicros };
    }
    case 'royalty':
    case 'edition-bought': {
      const { earnedMicros = 0 } = movement;
      const { creatorPpm } = rates.editionResale;
      const subject = { kind: 'royalty' as const, ...saleOf(movement, creatorPpm) };
      return { subject, count: 1, micros: earnedMicros };
    }
    case 'tokens-sold':
      return tokensOf(movement.blockId, movement.priceCents, movement.qty, movement.earnedMicros);
    case 'tokens-bought': {
      const { blockId, priceCents, ownQty = 0, earnedMicros = 0 } = movement;
      return tokensOf(blockId, priceCents, ownQty, earnedMicros);
    }
    case 'earned-before': {
      const { datId, earnedMicros } = movement;
      const subject = { kind: 'before' as const, ...(datId === undefined ? {} : { datId }) };
      return { subject, count: 0, micros: earnedMicros };
    }
    default:
      return undefined;
  }
}

/** Returns what a movement adds to its user's earnings; undefined if nothing. */
export function toEarningsLine(movement: Movement): EarningsLine | undefined {
  const earned = earnedIn(movement);
  if (!earned || earned.micros === 0) return undefined;
  const { subject, count, micros } = earned;
  return { ...subject, month: monthOf(utcDay(movement.at)), count, micros };
}

/**
 * Returns what the door adds to the lines of a stored movement's user. First shares of streams are missing:
 * their entry adds them to a page of lines (`addToStatement`).
 */
export const linesToAdd = (stored: StoredMovement): EarningsLine[] =>
  expandMovement(stored).flatMap((movement) => {
    const line = toEarningsLine(movement);
    return line && line.kind !== 'streams' ? [line] : [];
  });

export const sumsOf = ({ count, micros }: EarningsLine) => ({ count, micros });

export function subjectOf(line: EarningsLine): EarningsSubject & { readonly month: string } {
  const { count: _, micros: __, ...subject } = line;
  return subject;
}

/** Returns the document id of a line: its subject, so that adding to it needs no read. */
export const earningsLineId = (line: EarningsLine): string => {
  const { month, kind, ...about } = subjectOf(line);
  const values = Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1));
  return [month, kind, ...values.map(([, value]) => String(value))].join('~');
};

const lineSchema = v.intersect([
  subjectSchema,
  v.object({ month: v.pipe(text, v.regex(/^\d{4}-\d{2}$/)), count: whole, micros: whole }),
]);

type StreamsLine = Extract<EarningsLine, { kind: 'streams' }>;

/** The document id of the lines of streams of a month and a page of works: `users/{uid}/earnings/{id}`. */
export const statementPageId = (month: string, page: number): string => `${month}~streams~p${page}`;

const readLine = (value: unknown): EarningsLine[] => {
  const parsed = v.safeParse(lineSchema, isRecord(value) ? value : undefined);
  return parsed.success ? [parsed.output] : [];
};

export const isStatementPage = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && 'streams' in value;

/** Reads a document of `users/{uid}/earnings`: a line, or a page with lines of streams. */
function readDocument(value: unknown): EarningsLine[] {
  if (!isStatementPage(value)) return readLine(value);
  const { month, streams } = value;
  return readList(streams).flatMap((line) =>
    readLine(isRecord(line) ? { kind: 'streams', month, ...line } : undefined),
  );
}

/** Adds lines of a month to a stored page; a line with the same subject grows. */
export function addToStatement(
  stored: unknown,
  month: string,
  added: readonly EarningsLine[],
): { month: string; streams: Omit<StreamsLine, 'kind' | 'month'>[] } {
  const lines = new Map<string, StreamsLine>();
  for (const line of [...readDocument(stored), ...added]) {
    if (line.kind !== 'streams') continue;
    const id = earningsLineId(line);
    const { count = 0, micros = 0 } = lines.get(id) ?? {};
    lines.set(id, { ...line, count: count + line.count, micros: micros + line.micros });
  }
  return { month, streams: [...lines.values()].map(({ kind: _, month: __, ...line }) => line) };
}

/** Reads documents of `users/{uid}/earnings`; other values are left out. */
export const readEarningsLines = (value: unknown): EarningsLine[] =>
  readList(value).flatMap(readDocument);
