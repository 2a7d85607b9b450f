import type { DatEventKind, HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCents, formatDate, formatPerson, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { profileLink } from '../page/addresses.ts';

export interface HistoryRow {
  readonly key: string;
  readonly date: string;
  /** An ISO time: 2026-11-14T09:00:00.000Z. */
  readonly dateTime: string;
  /** 'Sold #7', or 'Released' for all of them. */
  readonly what: string;
  readonly reason?: string;
  readonly price: string;
  readonly from: string;
  readonly to: string;
  readonly fromHref?: string | undefined;
  readonly toHref?: string | undefined;
}

const words: Record<DatEventKind, string> = {
  released: 'Released',
  sold: 'Sold',
  given: 'Given',
  listed: 'For sale',
  unlisted: 'Off sale',
  'taken-down': 'Taken down',
  restored: 'Restored',
  facts: 'Facts changed',
  preview: 'New preview',
};

/** Lists the named owners of a work; each has a page (N-PPL-06). */
export const namedOwners = ({ editions }: Pick<Dat, 'editions'>): ReadonlySet<string> =>
  new Set(editions.map(({ ownerUsername }) => ownerUsername));

/** @param withPage the usernames that are known to have a page, and become links */
export const historyRows = (
  lines: readonly HistoryLine[],
  withPage: ReadonlySet<string> = new Set(),
): HistoryRow[] =>
  lines.map(({ at, kind, edition, priceCents, from, to, reason }, index) => ({
    // Keys count from the oldest line, so a new line changes no other key.
    key: `${lines.length - index}`,
    date: formatDate(at),
    dateTime: new Date(at).toISOString(),
    what: edition === null ? words[kind] : `${words[kind]} #${edition}`,
    price: priceCents === null ? UNKNOWN : formatCents(priceCents),
    from: formatPerson(from),
    to: formatPerson(to),
    ...(from && withPage.has(from) && { fromHref: profileLink(from) }),
    ...(to && withPage.has(to) && { toHref: profileLink(to) }),
    ...(reason ? { reason } : {}),
  }));

/** Returns the last price paid per edition, as far as the lines tell; newest line first. */
export function findLastPaid(lines: readonly HistoryLine[]): Record<number, Cents> {
  const paid: Record<number, Cents> = {};
  for (const { kind, edition, priceCents } of lines) {
    if (kind === 'sold' && edition !== null && priceCents !== null) paid[edition] ??= priceCents;
  }
  return paid;
}
