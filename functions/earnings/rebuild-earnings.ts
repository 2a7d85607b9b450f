import type { Movement } from '@datchain/shared/contracts/documents/movement.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { CreatorPart, HoldingsGuard } from '@datchain/shared/domain/books/guards.ts';
import { linesOfWork } from '@datchain/shared/domain/books/works.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import {
  accountPaths,
  changeAccount,
  findDat,
  readAccounts,
} from '../journal/entries/edition-documents.ts';
import type { Entry } from '../journal/entry.ts';
import { log } from '../log.ts';
import { addEarnedBy, earnedByWork, linesOf } from '../reconcile/compare-earnings.ts';
import type { Services } from '../services.ts';
import { holdingsOf } from '../stores/works.ts';

type Needs = Pick<Services, 'store' | 'books' | 'entries' | 'guards' | 'earnings'>;

/** What works paid a user beyond their editions, by the history: of those where it is told otherwise. */
function wrongParts(known: HoldingsGuard, movements: readonly Movement[]): CreatorPart[] {
  const withEditions = new Map<string, number>();
  for (const { datId, earnedMicros } of known.holdings) {
    withEditions.set(datId, (withEditions.get(datId) ?? 0) + earnedMicros);
  }
  const told = new Map(known.created.map(({ datId, earnedMicros }) => [datId, earnedMicros]));
  const earned = earnedByWork(movements);
  return [...new Set([...earned.keys(), ...told.keys()])].flatMap((datId) => {
    const earnedMicros = (earned.get(datId) ?? 0) - (withEditions.get(datId) ?? 0);
    return earnedMicros === (told.get(datId) ?? 0) ? [] : [{ datId, earnedMicros }];
  });
}

const total = (parts: readonly CreatorPart[]): number =>
  parts.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0);

/**
 * Shows what a work paid its creator with the work, not among the other earnings. Moves no money.
 *
 * @param known all that the user had when the history was read
 */
const creatorPartEntry = (known: HoldingsGuard, part: CreatorPart): Entry<null> => ({
  id: `creator-parts:${known.uid}:${part.datId}`,
  kind: 'creator-parts',
  actor: 'system',
  input: { part },
  reads: [docs.datGuard(part.datId), ...accountPaths(known.uid, part.datId)],
  decide(view) {
    const { uid } = known;
    const { datId } = part;
    const dat = findDat(view, datId);
    const account = readAccounts(view, [uid], datId).get(uid);
    if (!account) throw new Error('unreachable: the user was asked for');
    if (!dat) return refuse('not-found', `There is no DAT ${datId}`);
    const { user, holdings } = account;
    // Every entry that earns with a work changes it: the history we read is no longer complete.
    if (JSON.stringify(holdings) !== JSON.stringify(linesOfWork(known, datId))) {
      return refuse('aborted', `${uid} has just earned something`);
    }
    const created = part.earnedMicros === 0 ? [] : [part];
    const datEarnedMicros = user.datEarnedMicros + total(created) - total(holdings.created);
    const after = { user: { ...user, datEarnedMicros }, holdings: { ...holdings, created } };
    return { result: null, postings: [], ...changeAccount(view, after, dat) };
  },
});

/** Earnings from before the journal have a movement, so that the statement includes them. */
async function openingMovements({ entries }: Needs, { uid, holdings }: HoldingsGuard) {
  const datIds = new Set(holdings.map(({ datId }) => datId));
  const ids = [`opening:${uid}`, ...[...datIds].map((datId) => `opening-dat:${datId}`)];
  const found = await Promise.all(ids.map((id) => entries.find(id)));
  return found.flatMap((entry) => {
    if (!entry) return [];
    const earned = new Map<string, number>();
    addEarnedBy(earned, entry);
    const earnedMicros = earned.get(uid) ?? 0;
    if (earnedMicros === 0) return [];
    const [, datId] = /^opening-dat:(.+)$/.exec(entry.id) ?? [];
    const work = datId === undefined ? {} : { datId };
    const data = { kind: 'earned-before' as const, at: entry.at, ...work, earnedMicros };
    return [{ path: docs.movement(uid, entry.id), data }];
  });
}

const AT_ONCE = 400;

async function rebuildOne(services: Needs, uid: string): Promise<boolean> {
  const { store, books, earnings } = services;
  const known = await holdingsOf(store, uid);
  for (const movement of await openingMovements(services, known)) {
    // If it already exists, nothing is written.
    await store.write({ create: [movement] });
  }
  const stored = await earnings.lines(uid);
  const movements = await earnings.movements(uid);
  for (const part of wrongParts(known, movements)) {
    const outcome = await books.commit(creatorPartEntry(known, part));
    if (isRefusal(outcome)) return false;
  }
  const due = linesOf(uid, movements);
  const paths = [...new Set([...due.keys(), ...stored.keys()])];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const changes = paths.slice(start, start + AT_ONCE).map((path) => ({
      path,
      line: due.get(path),
      version: stored.get(path)?.version,
      isStored: stored.has(path),
    }));
    const written = await store.write({
      create: changes.flatMap(({ path, line, isStored }) =>
        line && !isStored ? [{ path, data: { ...line } }] : [],
      ),
      replace: changes.flatMap(({ path, line, isStored, version }) =>
        line && isStored ? [{ path, data: { ...line }, version }] : [],
      ),
      remove: changes.flatMap(({ path, line, version }) => (line ? [] : [{ path, version }])),
    });
    if (written === 'conflict') return false;
  }
  return true;
}

/**
 * Tells everyone's earnings again from the history: by hand, after an update from a version that
 * did not tell them. Users who earn something meanwhile are left for the next run.
 *
 * @returns of how many users it was done, and of whom not
 */
export async function rebuildEarnings(services: Needs): Promise<{ done: number; left: string[] }> {
  const left: string[] = [];
  let done = 0;
  for (const { uid } of await services.guards.listUsers()) {
    if (await rebuildOne(services, uid)) done += 1;
    else left.push(uid);
  }
  if (left.length > 0) log.warn('Somebody earned meanwhile; run it again', { left });
  return { done, left };
}
