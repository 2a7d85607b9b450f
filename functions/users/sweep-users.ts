import type { Closure } from '@datchain/shared/contracts/documents/closure.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { checkUsername } from '@datchain/shared/domain/username.ts';
import { log } from '../log.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import { showNewest } from '../releases/announce.ts';
import type { Services } from '../services.ts';
import { type Found, pages } from '../stores/document-store.ts';
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

const PAGE_SIZE = 300;

/** The limit of missing logins at once. More than this means a wrong Auth project or an old backup. */
const MAX_GONE = 20;
const MAX_GONE_SHARE = 0.02;

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

/**
 * Checks every user document. An account whose login was deleted at Auth is closed or gets a login
 * again, and an invalid username is replaced. The next run finishes an interrupted one.
 *
 * @throws when so many logins are gone that Auth must be wrong; then nobody is closed
 */
export async function sweepUsers(services: Needs): Promise<UserSweep> {
  const { store, authUsers } = services;
  const counts = { looked: 0, closed: 0, restored: 0, renamed: 0, failed: 0 };
  const gone: Found[] = [];
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error('A user document could not be swept', { error: String(error) });
      counts.failed += 1;
    }
  };
  for await (const page of pages(store, docs.users, PAGE_SIZE)) {
    counts.looked += page.length;
    const open = new Set(await withoutClosed(store, page.map(uidOf)));
    const missing = new Set(await authUsers.missing([...open]));
    gone.push(...page.filter((user) => missing.has(uidOf(user))));
    for (const user of page.filter((one) => !missing.has(uidOf(one)) && open.has(uidOf(one)))) {
      await attempt(async () => {
        if (await renameUnfit(services, user)) counts.renamed += 1;
      });
    }
  }
  if (counts.renamed > 0) await showNewest(services);
  if (gone.length > MAX_GONE + counts.looked * MAX_GONE_SHARE) {
    throw new Error(`${gone.length} of ${counts.looked} logins are gone: nobody was closed`);
  }
  for (const user of gone) {
    await attempt(async () => {
      counts[await closeOrRestore(services, user)] += 1;
    });
  }
  return counts;
}
