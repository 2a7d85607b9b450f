import {
  type EarningsLine,
  earningsLineId,
  isStatementPage,
  readEarningsLines,
  toEarningsLine,
} from '@datchain/shared/contracts/documents/earnings-line.ts';
import type { Movement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { findEntryKind } from '@datchain/shared/domain/books/entry-kinds.ts';
import type { HoldingsGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Data } from '../stores/document-store.ts';

export function addEarnedBy(
  earned: Map<string, UsdMicros>,
  entry: { readonly kind: string; readonly postings: readonly Omit<Posting, 'asset'>[] },
): void {
  if (!findEntryKind(entry.kind).earns) return;
  for (const { account, delta } of entry.postings) {
    const uid = /^(?:owed|debt):(.+)$/.exec(account)?.[1];
    if (uid !== undefined) earned.set(uid, (earned.get(uid) ?? 0) + delta);
  }
}

function sumLines(uid: string, all: readonly EarningsLine[]): Map<string, EarningsLine> {
  const lines = new Map<string, EarningsLine>();
  for (const line of all) {
    const path = docs.earningsLine(uid, earningsLineId(line));
    const { count = 0, micros = 0 } = lines.get(path) ?? {};
    lines.set(path, { ...line, count: count + line.count, micros: micros + line.micros });
  }
  return lines;
}

export const sumMovements = (uid: string, movements: readonly Movement[]) =>
  sumLines(
    uid,
    movements.flatMap((movement) => toEarningsLine(movement) ?? []),
  );

/** Returns stored lines by the path that one of their subject would have, and documents that are no lines. */
function readLines(uid: string, stored: ReadonlyMap<string, Data>): Map<string, object> {
  const pages = [...stored.values()].filter(isStatementPage);
  const others = [...stored].filter(([, data]) => !isStatementPage(data));
  return new Map<string, object>([...sumLines(uid, readEarningsLines(pages)), ...others]);
}

export function earnedByWork(movements: readonly Movement[]): Map<string, UsdMicros> {
  const earned = new Map<string, UsdMicros>();
  for (const movement of movements) {
    const line = toEarningsLine(movement);
    if (!line || !('datId' in line) || line.datId === undefined) continue;
    earned.set(line.datId, (earned.get(line.datId) ?? 0) + line.micros);
  }
  return earned;
}

export interface UserEarnings {
  readonly uid: string;
  readonly earnedMicros: UsdMicros;
  readonly movements: readonly Movement[];
  readonly lines: ReadonlyMap<string, Data>;
  readonly holdings: HoldingsGuard;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

const sorted = (data: object): string =>
  JSON.stringify(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));

const differ = (uid: string, what: string, is: unknown, should: unknown): string[] =>
  is === should ? [] : [`earnings of ${uid}: ${what}: ${is}, should be ${should}`];

function compareByWork(
  uid: string,
  byWork: ReadonlyMap<string, UsdMicros>,
  { holdings, created }: HoldingsGuard,
): string[] {
  const stored = new Map<string, UsdMicros>();
  for (const { datId, earnedMicros } of [...holdings, ...created]) {
    stored.set(datId, (stored.get(datId) ?? 0) + earnedMicros);
  }
  return [...new Set([...byWork.keys(), ...stored.keys()])].flatMap((datId) =>
    differ(uid, `work ${datId}`, stored.get(datId) ?? 0, byWork.get(datId) ?? 0),
  );
}

/**
 * Checks that a user's earnings agree in the journal, the statement's lines and the works, without reading the
 * history.
 */
export function compareEarningsLines({
  uid,
  earnedMicros,
  lines,
  holdings,
}: Omit<UserEarnings, 'movements'>): string[] {
  const stored = readEarningsLines([...lines.values()]);
  const byWork = new Map<string, UsdMicros>();
  for (const line of stored) {
    if (!('datId' in line) || line.datId === undefined) continue;
    byWork.set(line.datId, (byWork.get(line.datId) ?? 0) + line.micros);
  }
  const inAll = sum(stored.map(({ micros }) => micros));
  return [
    ...differ(uid, 'statement', inAll, earnedMicros),
    ...compareByWork(uid, byWork, holdings),
  ];
}

/**
 * Checks that a user's earnings agree in the journal, the history, the statement's lines and the works
 * (N-EXP-02).
 */
export function compareEarnings(user: UserEarnings): string[] {
  const { uid, earnedMicros, movements, holdings } = user;
  const lines = readLines(uid, user.lines);
  const fromHistory = sumMovements(uid, movements);
  const inAll = sum([...fromHistory.values()].map(({ micros }) => micros));
  const byWork = earnedByWork(movements);
  return [
    ...differ(uid, 'history', inAll, earnedMicros),
    ...[...new Set([...fromHistory.keys(), ...lines.keys()])].flatMap((path) =>
      differ(uid, path, sorted(lines.get(path) ?? {}), sorted(fromHistory.get(path) ?? {})),
    ),
    ...compareByWork(uid, byWork, holdings),
  ];
}
