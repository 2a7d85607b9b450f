import type { closeAccount, LeftEdition } from '@datchain/shared/contracts/calls/account.ts';
import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type * as v from 'valibot';
import { atPresentVersion, cancelListing } from '../editions/trade.ts';
import { giveEditionEntry } from '../journal/entries/gifts.ts';
import type { Services } from '../services.ts';
import { editionId, findTakers } from './still-open.ts';

type Needs = Pick<Services, 'store' | 'books' | 'guards'>;
type Agreed = v.InferOutput<typeof closeAccount.input>;
type Decided = Agreed['editions'][number];

export const editionsChanged = (): Refusal =>
  refuse('aborted', 'Your editions have changed. Decide about them again.');

/**
 * Tells whether the user has decided about every edition that they own. Editions they no longer own
 * were given away by a call whose answer was lost.
 */
export function isAllDecided(owned: readonly LeftEdition[], decided: readonly Decided[]): boolean {
  const known = new Map(decided.map((one) => [editionId(one), one.becomes]));
  const held = new Set(owned.map(editionId));
  return (
    known.size === decided.length &&
    [...held].every((id) => known.has(id)) &&
    decided.every((one) => one.becomes !== 'kept' || held.has(editionId(one)))
  );
}

async function findReceiver(
  { store }: Needs,
  uid: string,
  username: string,
): Promise<string | Refusal> {
  const lower = username.replace(/^@/, '').toLowerCase();
  if (lower === '') return refuse('invalid-argument', 'Enter the username of the recipient.');
  const path = docs.username(isDocumentId(lower) ? lower : '-');
  const toUid = readText((await store.read([path])).get(path)?.data.uid);
  if (toUid === '') return refuse('not-found', `No user is called @${lower}.`);
  if (toUid === uid) return refuse('invalid-argument', 'This is your own username.');
  return (await findTakers(store, [toUid])).has(toUid)
    ? toUid
    : refuse('failed-precondition', `@${lower} has closed their account. Choose somebody else.`);
}

/**
 * Carries out the owner's decisions about their editions before their account is closed (N-FST-06):
 * offers of kept ones are withdrawn, the others go to their creator or to a user. Every decision is
 * checked before the first edition goes. An edition whose receiver closes their account at the same
 * moment stays. A repeated call finishes what a crash left.
 */
export async function partWithEditions(
  services: Needs,
  uid: string,
  owned: readonly LeftEdition[],
  { editions, username = '' }: Agreed,
): Promise<Refusal | undefined> {
  const fates = new Map(editions.map((one) => [editionId(one), one.becomes]));
  const fateOf = (one: LeftEdition) => fates.get(editionId(one)) ?? 'kept';
  const stuck = owned.find((one) => fateOf(one) === 'returned' && one.creator === '');
  if (stuck) {
    const name = `#${stuck.number} of ${stuck.song}`;
    return refuse('failed-precondition', `${name} cannot be given back. Keep it or give it away.`);
  }
  const isGiving = owned.some((one) => fateOf(one) === 'given');
  const receiver = isGiving ? await findReceiver(services, uid, username) : '';
  if (isRefusal(receiver)) return receiver;
  for (const one of owned) {
    const input = { datId: one.datId, editionNumber: one.number };
    const fate = fateOf(one);
    if (fate === 'kept' && !one.isForSale) continue;
    const creatorUid = (await services.guards.findDat(one.datId))?.creatorUid ?? '';
    const outcome =
      fate === 'kept'
        ? await cancelListing(services, uid, input)
        : await atPresentVersion(services, input, (ref) =>
            giveEditionEntry(ref, uid, fate === 'given' ? receiver : creatorUid),
          );
    if (isRefusal(outcome)) return outcome.code === 'not-found' ? editionsChanged() : outcome;
  }
  return undefined;
}

/**
 * Withdraws the offers of editions that stay with a closing account. An offer made meanwhile would
 * otherwise be sold for nobody (N-FST-06). A repeated call changes nothing.
 */
export async function endOffers(
  services: Needs,
  uid: string,
  owned: readonly LeftEdition[],
): Promise<void> {
  for (const { datId, number, isForSale } of owned) {
    if (isForSale) await cancelListing(services, uid, { datId, editionNumber: number });
  }
}
