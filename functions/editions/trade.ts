import { findEdition, listEdition } from '@datchain/shared/domain/books/editions.ts';
import type { EditionState } from '@datchain/shared/domain/books/guards.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { CENTS_PER_USD, centsOfUsd } from '@datchain/shared/domain/money.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { commitPastDebt } from '../earnings/collect-debts.ts';
import {
  type Bought,
  buyEditionEntry,
  type EditionRef,
  listEditionEntry,
  moved,
  unlistEditionEntry,
} from '../journal/entries/editions.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import { takeDaily } from '../limits/daily.ts';
import type { Services } from '../services.ts';
import { tryNotifyWishes } from '../wishes/wishes.ts';

export interface EditionInput {
  readonly datId: string;
  readonly editionNumber: number;
}

const notFound = () => refuse('not-found', 'Edition not found');

/** The limit of attempts. Each lost attempt is another caller's success, so only a crowd reaches it. */
const MAX_ATTEMPTS = 12;

/**
 * Commits a change of an edition at its current version. If another change took that version first,
 * it tries again at the next, so that a refusal describes the current state.
 */
export async function atPresentVersion<Result>(
  services: Pick<Services, 'books' | 'guards'>,
  input: EditionInput,
  entryFor: (ref: EditionRef, edition: EditionState) => Entry<Result>,
): Promise<Committed<Result> | Refusal> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const dat = await services.guards.findDat(input.datId);
    const edition = dat && findEdition(dat, input.editionNumber);
    if (!edition) return notFound();
    const { number, version } = edition;
    const entry = entryFor({ datId: input.datId, number, version }, edition);
    const outcome = await commitPastDebt(services, entry.actor, entry);
    if (!isRefusal(outcome) || !outcome.keyTaken) return outcome;
  }
  return moved();
}

const { offersOfEditionADay } = rates;

/** Offers the caller's own edition (R-CAL-10), a limited number of times a day. Withdrawing is unlimited. */
export async function setForSale(
  services: Services,
  uid: string,
  input: EditionInput & { newPrice: unknown },
): Promise<{ ok: true } | Refusal> {
  const { newPrice } = input;
  const cents = centsOfUsd(newPrice);
  const ask =
    Number.isNaN(cents) && typeof newPrice === 'number' ? newPrice * CENTS_PER_USD : cents;
  // Only offers that the books accept are counted.
  const dat = await services.guards.findDat(input.datId);
  const offered = dat ? listEdition(dat, input.editionNumber, uid, ask) : notFound();
  if (isRefusal(offered)) return offered;
  const refused = await takeDaily(services, {
    name: 'offers',
    who: `${uid}:${input.datId}:${input.editionNumber}`,
    most: offersOfEditionADay,
    sentence: `You offered this edition ${offersOfEditionADay} times within a day. You can offer it again`,
  });
  if (refused) return refused;
  const outcome = await atPresentVersion(services, input, (ref) => listEditionEntry(ref, uid, ask));
  if (isRefusal(outcome)) return outcome;
  await tryNotifyWishes(services, input.datId);
  return { ok: true };
}

export async function cancelListing(
  services: Pick<Services, 'books' | 'guards'>,
  uid: string,
  input: EditionInput,
): Promise<{ ok: true } | Refusal> {
  const outcome = await atPresentVersion(services, input, (ref) => unlistEditionEntry(ref, uid));
  return isRefusal(outcome) ? outcome : { ok: true };
}

/** Buys an edition with utility tokens at the price the buyer was shown, in dollars. */
export async function purchase(
  services: Services,
  uid: string,
  input: EditionInput & { expectedPrice: unknown },
): Promise<{ edition: number; spent: number; entryId: string } | Refusal> {
  const expected = centsOfUsd(input.expectedPrice);
  const outcome = await atPresentVersion<Bought>(services, input, (ref) =>
    buyEditionEntry(ref, uid, expected),
  );
  return isRefusal(outcome)
    ? outcome
    : {
        edition: input.editionNumber,
        spent: outcome.result.tokens,
        entryId: outcome.entryId,
      };
}
