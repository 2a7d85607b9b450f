import { type Refusal, refuse } from '../refusal.ts';
import type { Millis } from '../units.ts';
import { debtRefusal } from './debts.ts';
import { type Account, findEdition, withEdition, withHolding } from './editions.ts';
import type { DatGuard } from './guards.ts';
import { recentOwners } from './stream-days.ts';

/** The fate of an edition when its owner closes their account (N-FST-06). */
export const editionFates = ['kept', 'returned', 'given'] as const;
export type EditionFate = (typeof editionFates)[number];

export interface EditionGift {
  readonly number: number;
  readonly fromUid: string;
  readonly toUid: string;
}

export interface GivenEdition {
  readonly dat: DatGuard;
  readonly accounts: ReadonlyMap<string, Account>;
}

/** Refuses a gift to an account that is closed or is being closed at the same moment. */
export const receiverIsGone = (): Refusal =>
  refuse('failed-precondition', 'This account is closed. Give the edition to somebody else.');

/**
 * Gives an edition to another user, possibly its creator, for nothing (N-FST-06). A listing of it ends, and
 * its earnings stay with the giver. Editions of works that are taken down can be given too, so that their
 * owners can close their accounts.
 *
 * @param before the guards of both people, by uid
 * @returns the new states, or a refusal: not the giver's edition, never sold, a debt, or a receiver that is
 * the giver or closed
 */
export function giveEdition(
  dat: DatGuard,
  { number, fromUid, toUid }: EditionGift,
  before: ReadonlyMap<string, Account>,
  now: Millis,
): GivenEdition | Refusal {
  const edition = findEdition(dat, number);
  const [giver, receiver] = [before.get(fromUid), before.get(toUid)];
  if (!giver || !receiver) throw new Error('giveEdition: the guards of a person are missing');
  if (edition?.ownerUid !== fromUid) return refuse('not-found', 'Edition not found');
  if (!edition.wasSold) return refuse('failed-precondition', 'First-sale editions stay for sale.');
  if (fromUid === toUid) return refuse('invalid-argument', 'This edition is yours already.');
  if (receiver.user.closedAt !== undefined) return receiverIsGone();
  const owing = debtRefusal(giver.user);
  if (owing) return owing;
  const moved = (account: Account, sold: boolean): Account => ({
    ...account,
    holdings: withHolding(account.holdings, dat.id, edition, (holding) => ({
      ...holding,
      sold,
      isForSale: false,
    })),
  });
  return {
    dat: withEdition(dat, {
      ...edition,
      ownerUid: toUid,
      askPriceCents: null,
      version: edition.version + 1,
      owners: recentOwners([...edition.owners, { uid: toUid, since: now }], now),
    }),
    accounts: new Map([
      [fromUid, moved(giver, true)],
      [toUid, moved(receiver, false)],
    ]),
  };
}
