import type {
  DeskListName,
  DeskPage,
  DeskRow,
} from '@datchain/shared/contracts/calls/operators.ts';
import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import {
  BY_COMMAND,
  type Decision,
  type DecisionKind,
} from '@datchain/shared/contracts/documents/decision.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readCount, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import type { Services } from '../services.ts';
import type { Place, Slice } from '../stores/desk-queues.ts';
import type { Data } from '../stores/document-store.ts';

const PAGE_SIZE = 100;
/** The number of rows that one search reads before it returns a cursor. */
const SEARCH_LIMIT = 500;

type Read = (path: string) => Data | undefined;

async function readAll({ store }: Services, paths: readonly string[]): Promise<Read> {
  const found = await store.read([...new Set(paths)]);
  return (path) => found.get(path)?.data;
}

const nameOf = (read: Read, uid: string): string => readText(read(docs.user(uid))?.username);

const readUsers = (services: Services, rows: readonly { readonly uid: string }[]): Promise<Read> =>
  readAll(
    services,
    rows.map(({ uid }) => docs.user(uid)),
  );

export const describeWork = (datId: string, release: Release | undefined) => ({
  datId,
  song: release?.songName ?? datId,
  artist: release?.artistName ?? '',
});

async function applications(services: Services, slice: Slice): Promise<DeskRow<'applications'>[]> {
  const waiting = await services.deskQueues.waitingApplications(slice);
  const read = await readUsers(services, waiting);
  return waiting.map(({ uid, artistName, musicUrl, pageUrl, owns, note, at }) => ({
    artistName,
    musicUrl,
    pageUrl,
    owns,
    note,
    at,
    username: nameOf(read, uid),
    email: readText(read(docs.user(uid))?.email),
  }));
}

async function orders(services: Services, slice: Slice): Promise<DeskRow<'orders'>[]> {
  const reviewed = await services.deskQueues.ordersInReview(slice);
  const read = await readUsers(services, reviewed);
  return reviewed.map(({ id, reviewReason, uid, totalCents, createdAt }) => ({
    orderId: id,
    reason: reviewReason ?? '',
    username: nameOf(read, uid),
    totalCents,
    at: createdAt,
  }));
}

async function reports(services: Services, slice: Slice): Promise<DeskRow<'reports'>[]> {
  const open = await services.deskQueues.openReports(slice);
  const works = new Map(
    await Promise.all(
      [...new Set(open.map(({ datId }) => datId))].map(async (datId) => {
        const [release, dat] = await Promise.all([
          services.releases.find(datId),
          services.guards.findDat(datId),
        ]);
        const held = dat?.editions.filter(({ ownerUid }) => ownerUid !== dat.creatorUid) ?? [];
        const work = {
          ...describeWork(datId, release),
          isDown: Boolean(dat?.takenDown),
          held: held.length,
          offers: held.filter(({ askPriceCents }) => askPriceCents !== null).length,
        };
        return [datId, work] as const;
      }),
    ),
  );
  return open.flatMap(({ id, datId, about, text, from, email, at, count }) => {
    const work = works.get(datId);
    return work ? [{ id, about, text, from, email, at, count, ...work }] : [];
  });
}

async function down(services: Services, slice: Slice): Promise<DeskRow<'down'>[]> {
  const releases = await services.deskQueues.releasesTakenDown(slice);
  return Promise.all(
    releases.map(async (release) => {
      const takenDown = (await services.guards.findDat(release.id))?.takenDown;
      return {
        ...describeWork(release.id, release),
        reason: takenDown?.reason ?? '',
        at: takenDown?.at ?? 0,
      };
    }),
  );
}

const takeSlice = <T>(all: readonly T[], { limit, from }: Slice): T[] =>
  all.slice(from?.skip ?? 0, (from?.skip ?? 0) + limit);

async function debts(services: Services, slice: Slice): Promise<DeskRow<'debts'>[]> {
  const debtors = takeSlice(await services.debts.list(), slice);
  const read = await readAll(
    services,
    debtors.flatMap((uid) => [docs.user(uid), docs.debt(uid)]),
  );
  return debtors.map((uid) => ({
    username: nameOf(read, uid),
    debtMicros: readCount(read(docs.debt(uid))?.debtMicros),
  }));
}

async function losses(services: Services, slice: Slice): Promise<DeskRow<'losses'>[]> {
  const shown = takeSlice(await services.losses.list(), slice);
  const order = await readAll(
    services,
    shown.map(({ orderId }) => docs.order(orderId)),
  );
  const buyerOf = (orderId: string) => readText(order(docs.order(orderId))?.uid);
  const read = await readUsers(
    services,
    shown.flatMap(({ orderId }) => buyerOf(orderId) || []).map((uid) => ({ uid })),
  );
  return shown.map((loss) => ({ ...loss, username: nameOf(read, buyerOf(loss.orderId)) }));
}

async function allowed(services: Services, slice: Slice): Promise<DeskRow<'allowed'>[]> {
  const list = (await readAll(services, [docs.allowedUsers]))(docs.allowedUsers);
  const ownOnly = new Set(readOwnWorksOnly(list));
  const shown = takeSlice(readAllowedUsers(list).reverse(), slice);
  const read = await readAll(
    services,
    shown.flatMap((uid) => [docs.user(uid), docs.userGuard(uid)]),
  );
  return shown.map((uid) => {
    const user = read(docs.user(uid));
    return {
      username: nameOf(read, uid),
      name: readLine(user?.ArtistName) || readLine(user?.name),
      isOwnOnly: ownOnly.has(uid),
      works:
        readUserGuard(uid, read(docs.userGuard(uid))).works?.released ??
        readList(user?.uploadedItems).length,
    };
  });
}

const subjectOf: Readonly<Record<DecisionKind, 'user' | 'work' | 'order' | 'tokens'>> = {
  'allow-application': 'user',
  'decline-application': 'user',
  'allow-release': 'user',
  'end-release': 'user',
  'retry-release': 'work',
  'close-order': 'order',
  'dismiss-report': 'work',
  'take-down': 'work',
  restore: 'work',
  'issue-tokens': 'tokens',
  'withdraw-tokens': 'tokens',
};

async function history(services: Services, slice: Slice): Promise<DeskRow<'history'>[]> {
  const latest = await services.deskQueues.latestDecisions(slice);
  const reported = await readAll(
    services,
    latest.flatMap(({ what, id }) => (what === 'dismiss-report' ? docs.report(id) : [])),
  );
  const datIdOf = ({ what, id }: Decision): string =>
    what === 'dismiss-report' ? readText(reported(docs.report(id))?.datId) || id : id;
  const read = await readAll(services, [
    ...latest.flatMap(({ uid }) => (uid === BY_COMMAND ? [] : docs.user(uid))),
    ...latest
      .filter(({ what }) => subjectOf[what] === 'work')
      .map((decision) => docs.release(datIdOf(decision))),
  ]);
  const aboutOf = (decision: Decision): string => {
    const { what, id, qty = 0 } = decision;
    if (subjectOf[what] === 'user') return `@${id}`;
    if (subjectOf[what] === 'order') return `Order ${id}`;
    if (subjectOf[what] === 'tokens') {
      return `${formatTokens(qty)} at ${formatCents(Number(id))}`;
    }
    return readLine(read(docs.release(datIdOf(decision)))?.songName) || id;
  };
  return latest.map((decision) => {
    const { what, id, reason, uid, at } = decision;
    return {
      what,
      id,
      about: aboutOf(decision),
      reason,
      by: uid === BY_COMMAND ? uid : `@${nameOf(read, uid)}`,
      at,
    };
  });
}

type Lists = {
  readonly [List in DeskListName]: (services: Services, slice: Slice) => Promise<DeskRow<List>[]>;
};

const lists: Lists = { applications, orders, reports, down, debts, losses, allowed, history };

/** Tells whether a list is ordered by time; in the others, a cursor counts rows. */
const isTimed = (list: DeskListName): boolean =>
  !['down', 'debts', 'losses', 'allowed'].includes(list);

const timeOf = (list: DeskListName, row: object): number =>
  isTimed(list) && 'at' in row ? Number(row.at) : 0;

/**
 * Returns the cursor behind these rows. Rows with the same time are counted, because `at` alone is
 * not unique.
 */
function placeAfter(
  list: DeskListName,
  rows: readonly object[],
  from: Place | undefined,
): Place | undefined {
  const last = rows.at(-1);
  if (!last) return from;
  const at = timeOf(list, last);
  const same = rows.filter((row) => timeOf(list, row) === at).length;
  return { at, skip: same + (from?.at === at ? from.skip : 0) };
}

const parsePlace = (text: string | undefined): Place | undefined => {
  const [at, skip] = (text ?? '').split(' ').map(Number);
  return at === undefined || skip === undefined ? undefined : { at, skip };
};

const searchTextOf = (row: object): string =>
  Object.values(row).join('\n').normalize('NFKC').toLowerCase();

interface Asked {
  readonly search?: string;
  readonly after?: string | undefined;
}

/**
 * Reads a page of a list of the desk, after a cursor, and with a search text only rows that contain
 * it (N-PPL-18). A search stops after some hundred rows and is continued from there.
 */
export async function deskPage<List extends DeskListName>(
  services: Services,
  list: List,
  { search = '', after }: Asked = {},
): Promise<DeskPage<List>> {
  const text = search.normalize('NFKC').toLowerCase();
  const read: Lists[List] = lists[list];
  const found: DeskRow<List>[] = [];
  let from = parsePlace(after);
  for (let looked = 0; ; ) {
    // One more row than shown tells whether there is a next page.
    const part = await read(services, { limit: PAGE_SIZE + 1, from });
    const rows = part.slice(0, PAGE_SIZE);
    found.push(...rows.filter((row) => text === '' || searchTextOf(row).includes(text)));
    from = placeAfter(list, rows, from);
    looked += rows.length;
    const isLast = part.length <= PAGE_SIZE || !from;
    const isFull = text === '' || found.length >= PAGE_SIZE || looked >= SEARCH_LIMIT;
    if (isLast || !from) return { rows: found, next: null };
    if (isFull) return { rows: found, next: `${from.at} ${from.skip}` };
  }
}
