import { isDeepStrictEqual } from 'node:util';
import type { closeAccount as closeAccountCall } from '@datchain/shared/contracts/calls/account.ts';
import {
  readAllowedUsers,
  readOwnWorksOnly,
} from '@datchain/shared/contracts/documents/allowed-users.ts';
import { type Closure, closureSchema } from '@datchain/shared/contracts/documents/closure.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isNothing, isSameRest, restChanged, restOf } from '@datchain/shared/domain/books/rest.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { forgetFollows } from '../follows/follows.ts';
import { closeGuardEntry, waiveLaterEntry, waiveRestEntry } from '../journal/entries/rest.ts';
import { takeDaily } from '../limits/daily.ts';
import { log } from '../log.ts';
import { notificationDocuments } from '../mail/notification-documents.ts';
import { choose } from '../names/choose.ts';
import { giveUpUsernames } from '../names/usernames.ts';
import { spotPriceUsd } from '../payouts/process-payout.ts';
import { newPerson } from '../public-log/people.ts';
import type { Services } from '../services.ts';
import { pages, put, together } from '../stores/document-store.ts';
import { isGone } from '../stores/public-names.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { postDueTo } from '../streams/post-shares.ts';
import {
  eraseDocuments,
  eraseFiles,
  hasTombstone,
  removeTombstones,
  writeTombstone,
} from './erased.ts';
import {
  editionsChanged,
  endOffers,
  isAllDecided,
  partWithEditions,
} from './part-with-editions.ts';
import { editionId, type Open, openTexts, stillOpen } from './still-open.ts';

type Asking = Pick<Services, 'store' | 'clock' | 'authUsers' | 'live' | 'limits'>;
type Closes = Asking & Pick<Services, 'books' | 'guards'>;
type Needs = Closes &
  Pick<Services, 'projector' | 'datEvents' | 'files' | 'connect' | 'stripeAccounts'>;

/**
 * Longer than any call runs and a token counts after its account was disabled (N-MON-09): from then
 * on nothing can be bought for it, and the open items are checked again.
 */
const SETTLED_AFTER_MILLIS = 3 * MINUTE_MILLIS;

export interface Closing extends Open {
  readonly isClosed: boolean;
}

const { closingsADay } = rates;

/** Counts one more look at everything that a user has, which costs as much as there is. */
const countClosing = (services: Asking, uid: string): Promise<Refusal | undefined> =>
  takeDaily(services, {
    name: 'closings',
    who: uid,
    most: closingsADay,
    sentence: `You asked to close your account ${closingsADay} times within a day. You can do this again`,
  });

/** Lists the open items that block closing the account. */
export async function whatIsOpen(services: Asking, uid: string): Promise<Closing | Refusal> {
  const refused = await countClosing(services, uid);
  return refused ?? { isClosed: false, ...(await stillOpen(services, uid)) };
}

type Agreed = v.InferOutput<typeof closeAccountCall.input>;

const refuseClosing = () => refuse('failed-precondition', 'This account is being closed already.');

/**
 * Closes an account (N-PPL-03). Shares of streams that are due are posted first. Refused with the
 * reasons while something is open, and when the rest differs from what its owner agreed to give up.
 * Its editions are given away (N-FST-06) and the login is disabled. Some minutes later a job waives
 * the rest and erases the person. A repeated call changes nothing.
 */
export async function closeAccount(
  services: Closes,
  uid: string,
  agreed: Agreed,
): Promise<Closing | Refusal> {
  const { store, clock, authUsers } = services;
  const kept = agreed.editions.filter(({ becomes }) => becomes === 'kept').map(editionId);
  const before = await readClosure(services, uid);
  if (before && !isDeepStrictEqual([...before.kept].sort(), [...kept].sort()))
    return refuseClosing();
  const tooOften = await countClosing(services, uid);
  if (tooOften) return tooOften;
  await postDueTo(services, uid);
  const open = await stillOpen(services, uid);
  const { reasons, rest, works, editions } = open;
  if (reasons.length > 0) return { isClosed: false, ...open };
  if (!isSameRest(rest, agreed.rest) || works !== agreed.works) return restChanged();
  if (!isAllDecided(editions, agreed.editions)) return editionsChanged();
  const refused = await partWithEditions(services, uid, editions, agreed);
  if (refused) return refused;
  const closure = { uid, at: clock.now(), rest, works, kept } satisfies Closure;
  const path = docs.closure(uid);
  const written = await store.write({ create: [{ path, data: closure }] });
  // From here on nobody can give them an edition, but one may have come just before.
  const now = await stillOpen(services, uid);
  const stored = written === 'written' ? closure : await readClosure(services, uid);
  if (!stored || !isAsAgreed(now, stored)) {
    if (written === 'written') {
      await store.write({ remove: await readVersions(services, path) });
      // Another call may have seen the closure and locked the account.
      await authUsers.setDisabled(uid, false);
    }
    return now.reasons.length > 0 ? { isClosed: false, ...now } : editionsChanged();
  }
  await authUsers.setDisabled(uid, true);
  if (!(await readClosure(services, uid))) {
    // Another call removed the closure: no job would unlock the account.
    await authUsers.setDisabled(uid, false);
    return editionsChanged();
  }
  return { isClosed: true, ...now };
}

async function readClosure({ store }: Asking, uid: string): Promise<Closure | undefined> {
  const path = docs.closure(uid);
  const stored = (await store.read([path])).get(path);
  return stored && v.parse(closureSchema, stored.data);
}

const isAsAgreed = (open: Open, closure: Closure): boolean =>
  open.reasons.length === 0 && open.works === closure.works && hasKept(open, closure);

const hasKept = ({ editions }: Open, { kept }: Closure): boolean =>
  isDeepStrictEqual(editions.map(editionId).sort(), [...kept].sort());

async function readVersions({ store }: Asking, path: string) {
  const stored = (await store.read([path])).get(path);
  return stored ? [{ path, version: stored.version }] : [];
}

/**
 * Waives the rest as agreed when the account was closed.
 *
 * @returns false if something came up since: then nothing is waived
 */
async function waive(
  services: Pick<Services, 'books' | 'live'>,
  { uid, at, rest }: Closure,
): Promise<boolean> {
  const spot = await spotPriceUsd(services);
  const waived = await services.books.commit(waiveRestEntry(uid, String(at), rest, spot));
  return !isRefusal(waived);
}

/**
 * Closes the account in the books: the rest is waived, and from then on the account can neither owe
 * nor own anything (N-MON-22). A repeated call changes nothing.
 *
 * @returns false if something came up since: then the account stays open
 */
async function closeBooks(
  services: Pick<Services, 'books' | 'live'>,
  closure: Closure,
): Promise<boolean> {
  if (!(await waive(services, closure))) return false;
  const closed = await services.books.commit(closeGuardEntry(closure.uid, String(closure.at)));
  return !isRefusal(closed);
}

/**
 * Closes the account in the books if nothing came up since it was closed. An offer made since is no
 * obstacle: it is withdrawn.
 */
async function isSettled(services: Needs, closure: Closure): Promise<boolean> {
  await postDueTo(services, closure.uid);
  const open = await stillOpen(services, closure.uid);
  if (!isAsAgreed(open, closure)) return false;
  await endOffers(services, closure.uid, open.editions);
  return closeBooks(services, closure);
}

async function isClosedInBooks({ store }: Needs, uid: string): Promise<boolean> {
  const path = docs.userGuard(uid);
  return readUserGuard(uid, (await store.read([path])).get(path)?.data).closedAt !== undefined;
}

async function unlist({ store }: Needs, uid: string): Promise<void> {
  await retryOnConflict(alwaysLate('the release list'), async () => {
    const stored = (await store.read([docs.allowedUsers])).get(docs.allowedUsers);
    const users = readAllowedUsers(stored?.data);
    if (!stored || !users.includes(uid)) return 'written';
    const without = (list: readonly string[]) => list.filter((each) => each !== uid);
    const ownWorksOnly = without(readOwnWorksOnly(stored.data));
    return store.write(put(docs.allowedUsers, { users: without(users), ownWorksOnly }, stored));
  });
}

/** Erases the customer and the payout account at Stripe, which hold the name and the e-mail address. */
async function eraseAtStripe({ connect, stripeAccounts }: Needs, uid: string): Promise<void> {
  const { accountId, customerId } = await stripeAccounts.find(uid);
  if (customerId !== null) await connect.eraseCustomer(customerId);
  // Stripe keeps an account with a balance, and what the law requires of the others.
  if (accountId !== null && !(await connect.eraseAccount(accountId))) {
    log.warn('Stripe keeps a payout account of a closed account', { accountId });
  }
}

const PAGE_SIZE = 300;

/** Reduces an artist's public profile to the name that stands on their works. */
async function leaveName({ store }: Needs, uid: string): Promise<void> {
  const [path, personPath] = [docs.publicProfile(uid), docs.publicLogPerson(uid)];
  await retryOnConflict(alwaysLate('this profile'), async () => {
    const found = await store.read([path, personPath]);
    const [stored, person] = [found.get(path), found.get(personPath)];
    if (!stored || isGone(stored.data)) return 'written';
    const dropped = Object.keys(stored.data).filter((field) => !/^(username|name)$/.test(field));
    const { version } = stored;
    const data = { accountType: 'Artist', isGone: true };
    const shown = { ...(person ? readPerson(person.data) : newPerson(uid)), isPending: true };
    return store.write(
      together([
        {
          replace: [{ path, data, dropped: dropped.filter((field) => !(field in data)), version }],
        },
        put(personPath, shown, person),
      ]),
    );
  });
}

/**
 * Gives the platform the later earnings of a closed account's works, and erases the news that its
 * owner would have got about them.
 */
async function giveUpLater(services: Needs, closure: Closure): Promise<boolean> {
  const { uid } = closure;
  const path = docs.userGuard(uid);
  const rest = restOf(readUserGuard(uid, (await services.store.read([path])).get(path)?.data));
  if (isNothing(rest)) return false;
  await eraseDocuments(services, closure);
  const entry = waiveLaterEntry(uid, String(services.clock.now()), rest);
  // Refused if it earned more meanwhile or owes something: the next run retries.
  return !isRefusal(await services.books.commit(entry));
}

/**
 * Erases the person of one closed account. Each step can be repeated, and the login is deleted
 * after everything that names its owner, so the next run can finish an interrupted one. If
 * something turns out to be open, the account is reopened and its owner notified.
 */
async function erase(services: Needs, uid: string): Promise<'erased' | 'reopened' | 'postponed'> {
  const { store, authUsers, clock } = services;
  const path = docs.closure(uid);
  const stored = (await store.read([path])).get(path);
  if (!stored) return 'erased';
  const closure = v.parse(closureSchema, stored.data);
  const login = await authUsers.state(uid);
  if (login && !login.isDisabled) {
    // The call that closes accounts crashed between its two writes: the waiting time begins now.
    await authUsers.setDisabled(uid, true);
    await store.write(put(path, { at: clock.now() }, stored));
    return 'postponed';
  }
  const isDecided = (await hasTombstone(services, uid)) || (await isClosedInBooks(services, uid));
  if (!isDecided && !(await isSettled(services, closure))) {
    if (login) await authUsers.setDisabled(uid, false);
    const open = await stillOpen(services, uid);
    const reasons = openTexts(hasKept(open, closure) ? { ...open, editions: [] } : open);
    const at = clock.now();
    const why = { kind: 'closing-undone', at, reasons } as const;
    const notified = { create: notificationDocuments(`closing:${closure.at}`, uid, why) };
    await store.write(together([{ remove: [{ path, version: stored.version }] }, notified]));
    // A concurrent call may have seen the closure and locked the account again.
    if (login) await authUsers.setDisabled(uid, false);
    return 'reopened';
  }
  // The books refuse new offers from here on; one may have come while they were being closed.
  await endOffers(services, uid, (await stillOpen(services, uid)).editions);
  await writeTombstone(services, closure);
  if (closure.works > 0) await leaveName(services, uid);
  await choose(services, uid, true);
  const person = (await store.read([docs.publicLogPerson(uid)])).get(docs.publicLogPerson(uid));
  if (person && readPerson(person.data).isPending) throw new Error('Still named in public');
  await unlist(services, uid);
  await forgetFollows(services, uid);
  if (closure.works === 0) await giveUpUsernames(services, uid);
  await eraseFiles(services, uid);
  await eraseAtStripe(services, uid);
  await eraseDocuments(services, closure);
  if ((await authUsers.find(uid)) && (await authUsers.delete([uid])) > 0) {
    throw new Error('The login was not deleted');
  }
  await store.write(
    closure.works > 0
      ? put(path, { erasedAt: clock.now() }, stored)
      : { remove: [{ path, version: stored.version }] },
  );
  return 'erased';
}

export interface ClosedAccounts {
  erased: number;
  reopened: number;
  /** Accounts that could still be used; checked again after some minutes. */
  postponed: number;
  /** Accounts whose works have earned something since, which the platform keeps. */
  gaveUp: number;
  failed: number;
}

/**
 * Erases the accounts that were closed some minutes ago (N-PPL-03). It also waives the later
 * earnings of erased accounts (decision 55), and removes the tombstones that outlived their tokens
 * (N-PPL-15).
 */
export async function closeAccounts(services: Needs): Promise<ClosedAccounts> {
  const done = { erased: 0, reopened: 0, postponed: 0, gaveUp: 0, failed: 0 };
  const before = services.clock.now() - SETTLED_AFTER_MILLIS;
  for await (const page of pages(services.store, docs.closures, PAGE_SIZE)) {
    for (const { data } of page) {
      try {
        const closure = v.parse(closureSchema, data);
        if (closure.erasedAt !== undefined) {
          if (await giveUpLater(services, closure)) done.gaveUp += 1;
        } else if (closure.at <= before) {
          done[await erase(services, closure.uid)] += 1;
        }
      } catch (error) {
        log.error('A closed account is not done with yet', { error: String(error) });
        done.failed += 1;
      }
    }
  }
  done.failed += await removeTombstones(services);
  return done;
}
