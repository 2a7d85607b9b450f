import type { Closure } from '@datchain/shared/contracts/documents/closure.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { checkUsername } from '@datchain/shared/domain/username.ts';
import { log } from '../log.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import { showNewest } from '../releases/announce.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stores/document-store.ts';
import { keepRound, newRound, PART_SIZE, readRound } from '../stores/rounds.ts';
import { withoutClosed } from '../stores/without-closed.ts';
import { renameUser } from './account.ts';
import { openTexts, stillOpen } from './still-open.ts';

type Needs = Pick<
  Services,
  | 'store'
  | 'clock'
  | 'authUsers'
  | 'live'
  | 'projector'
  | 'datEvents'
  | 'guards'
  | 'files'
  | 'limits'
>;

export interface UserSweep {
  readonly looked: number;
  /** Accounts without a login and with nothing open: the job that closes accounts erases them. */
  readonly closed: number;
  /** Accounts without a login and with something open: they have a login again. */
  readonly restored: number;
  readonly renamed: number;
  readonly failed: number;
}

const JOB = 'sweep-users';
const PAGE_SIZE = 250;

/** The limit of missing logins at once. More than this means a wrong Auth project or an old backup. */
const MAX_GONE = 20;
const MAX_GONE_SHARE = 0.02;
/** The limit of missing logins that fit into the document of a round. */
const MAX_KEPT = 5_000;

const uidOf = ({ path }: Found): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Closes an account whose login was deleted directly at Auth (N-PPL-03). With something open it
 * cannot be closed: its owner gets a login again, without a password, and an e-mail that says why.
 */
async function closeOrRestore(services: Needs, user: Found): Promise<'closed' | 'restored'> {
  const { store, clock, authUsers } = services;
  const uid = uidOf(user);
  const open = await stillOpen(services, uid);
  const { rest, works } = open;
  const reasons = openTexts(open);
  const at = clock.now();
  if (reasons.length === 0) {
    const data = { uid, at, rest, works, kept: [] } satisfies Closure;
    await store.write({ create: [{ path: docs.closure(uid), data }] });
    return 'closed';
  }
  const restored = await authUsers.restore(uid, readText(user.data.email));
  if (restored === 'email-in-use') throw new Error('The address has another account by now');
  const news = { kind: 'login-restored', at, reasons } as const;
  await store.write({ create: notificationDocuments(`login:${at}`, uid, news) });
  return 'restored';
}

/** Yields valid usernames similar to an invalid one: `x.html` becomes `x-html`, or `x-html-2`. */
export function* usernamesLike(username: string): Generator<string> {
  const base =
    username
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^[_-]+|[_-]+$/g, '')
      .slice(0, 40) || 'user';
  if (checkUsername(base) === undefined) yield base;
  for (let number = 2; ; number += 1) yield `${base}-${number}`;
}

/** Gives a user another username if theirs is the name of a file or an address (N-PPL-14). */
async function renameUnfit(services: Needs, user: Found): Promise<boolean> {
  const [uid, from] = [uidOf(user), readText(user.data.username)];
  if (from === '' || checkUsername(from) === undefined) return false;
  for (const to of usernamesLike(from)) {
    const outcome = await renameUser(services, uid, { from, to });
    if (outcome === 'renamed') return true;
    if (outcome === 'changed meanwhile') return false;
  }
  throw new Error('unreachable: there is always a further name');
}

const tooMany = (gone: number, looked: number): Error =>
  new Error(`${gone} of ${looked} logins are gone: nobody was closed`);

/** Returns those of some users whose login is still missing, and who are not being closed. */
async function listGone({ store, authUsers }: Needs, uids: readonly string[]): Promise<Found[]> {
  const missing = await authUsers.missing(await withoutClosed(store, uids));
  const stored = await store.read(missing.map(docs.user));
  return [...stored].map(([path, user]) => ({ path, ...user }));
}

/**
 * Checks the user documents of one part, and at the end of a round the logins that are gone. An account whose
 * login was deleted at Auth is closed or gets a login again, and an invalid username is replaced. The next run
 * finishes an interrupted one.
 *
 * @throws when so many logins are gone that Auth must be wrong; then nobody is closed
 */
export async function sweepUsers(services: Needs, partSize = PART_SIZE): Promise<UserSweep> {
  const { store, authUsers } = services;
  const counts = { looked: 0, closed: 0, restored: 0, renamed: 0, failed: 0 };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error('A user document could not be swept', { error: String(error) });
      counts.failed += 1;
    }
  };
  let isEnd = false;
  while (!isEnd && counts.looked < partSize) {
    const before = await readRound(store, JOB);
    const { after, looked, found } = before.round;
    // One more than is looked at tells whether there are more.
    const listed = await store.list(docs.users, {
      limit: PAGE_SIZE + 1,
      after: after || undefined,
    });
    const page = listed.slice(0, PAGE_SIZE);
    isEnd = page.length === listed.length;
    counts.looked += page.length;
    const open = new Set(await withoutClosed(store, page.map(uidOf)));
    const missing = new Set(await authUsers.missing([...open]));
    for (const user of page.filter((one) => !missing.has(uidOf(one)) && open.has(uidOf(one)))) {
      await attempt(async () => {
        if (await renameUnfit(services, user)) counts.renamed += 1;
      });
    }
    const round = {
      after: page.at(-1)?.path ?? after,
      looked: looked + page.length,
      found: [...new Set([...found, ...missing])],
    };
    if (round.found.length > MAX_KEPT) throw tooMany(round.found.length, round.looked);
    if ((await keepRound(store, JOB, { ...before, round })) === 'conflict') return counts;
  }
  if (counts.renamed > 0) await showNewest(services);
  if (!isEnd) return counts;
  const ended = await readRound(store, JOB);
  const { looked, found } = ended.round;
  const gone = await listGone(services, found);
  if (gone.length > MAX_GONE + looked * MAX_GONE_SHARE) throw tooMany(gone.length, looked);
  for (const user of gone) {
    await attempt(async () => {
      counts[await closeOrRestore(services, user)] += 1;
    });
  }
  await keepRound(store, JOB, { ...ended, round: newRound });
  return counts;
}
