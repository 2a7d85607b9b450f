import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { formatCount, formatDays } from '@datchain/shared/domain/format.ts';
import type { LogLine } from '../../lib/data/public-log.ts';
import { broughtBy } from '../../lib/statement/statement.ts';

const kinds: Readonly<Partial<Record<EarningsLine['kind'], string>>> = {
  streams: 'streams',
  correction: 'stream-correction',
  'first-sale': 'sale',
  resale: 'resale',
  royalty: 'resale',
};

function isOf(line: EarningsLine, found: LogLine): boolean {
  if (found.kind !== kinds[line.kind] || found.month !== line.month) return false;
  if ('edition' in line) {
    return found.edition === line.edition && found.priceCents === line.priceCents;
  }
  if (line.kind === 'correction')
    return found.platform === line.platform && found.day === line.date;
  return line.kind === 'streams' && found.platform === line.platform;
}

/**
 * Finds the consecutive days of a month that a statement line sums up. An edition is held without
 * gaps, and the shared amount of those days is known.
 */
function findDays(sharedMicros: number, month: readonly LogLine[]): readonly LogLine[] {
  const days = month.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  for (let from = 0; from < days.length; from++) {
    let sum = 0;
    for (let to = from; to < days.length; to++) {
      sum += days[to]?.sharedMicros ?? 0;
      if (sum === sharedMicros) return days.slice(from, to + 1);
    }
  }
  return [];
}

/** Finds the public log lines that a statement line sums up; none where that is not certain. */
export function logLines(line: EarningsLine, log: readonly LogLine[]): readonly LogLine[] {
  const found = log.filter((one) => isOf(line, one));
  const brought = broughtBy(line);
  if (line.kind !== 'streams') return found;
  return brought ? findDays(brought.sharedMicros, found) : [];
}

export const logNumbers = (line: EarningsLine, log: readonly LogLine[]): number[] =>
  logLines(line, log)
    .map(({ seq }) => seq)
    .sort((a, b) => a - b);

/**
 * Formats e.g. '1 to 17 Nov 2026, 2 editions', which tells rows of one platform apart; unknown
 * parts are left out.
 */
export function heldText(lines: readonly LogLine[], editions: number | undefined): string {
  const days = lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  return [
    first && last && formatDays(first, last),
    editions && `${formatCount(editions)} ${editions === 1 ? 'edition' : 'editions'}`,
  ]
    .filter(Boolean)
    .join(', ');
}
