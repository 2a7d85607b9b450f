import { findEdition } from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { centsOfUsd } from '@datchain/shared/domain/units.ts';
import {
  type Bought,
  buyEditionEntry,
  type EditionRef,
  listEditionEntry,
  unlistEditionEntry,
} from '../journal/entries/editions.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import type { Services } from '../services.ts';

export interface EditionInput {
  readonly datId: string;
  readonly editionNumber: number;
}

const notFound = () => refuse('not-found', 'Edition not found');

const refOf = (dat: DatGuard | undefined, input: EditionInput): EditionRef | undefined => {
  const edition = dat && findEdition(dat, input.editionNumber);
  return edition && { datId: input.datId, number: edition.number, version: edition.version };
};

/**
 * Commits a change of an edition at its present version; when somebody else's change took that
 * version first, once more at the next, so that the refusal speaks of how things are now.
 */
async function atPresentVersion<Result>(
  services: Services,
  input: EditionInput,
  entryFor: (ref: EditionRef) => Entry<Result>,
): Promise<Committed<Result> | Refusal> {
  for (let round = 0; ; round++) {
    const ref = refOf(await services.guards.findDat(input.datId), input);
    if (!ref) return notFound();
    const outcome = await services.books.commit(entryFor(ref));
    const lost = isRefusal(outcome) && outcome.code === 'aborted';
    if (!lost || round >= 2) return outcome;
  }
}

/** Offers an own edition (SPEC §7, setEditionForSaleCF). */
export async function setForSale(
  services: Services,
  uid: string,
  input: EditionInput & { newPrice: unknown },
): Promise<{ ok: true } | Refusal> {
  const ask = centsOfUsd(input.newPrice);
  const outcome = await atPresentVersion(services, input, (ref) => listEditionEntry(ref, uid, ask));
  return isRefusal(outcome) ? outcome : { ok: true };
}

export async function cancelListing(
  services: Services,
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
): Promise<{ edition: number; spent: number } | Refusal> {
  const expected = centsOfUsd(input.expectedPrice);
  const outcome = await atPresentVersion<Bought>(services, input, (ref) =>
    buyEditionEntry(ref, uid, expected),
  );
  return isRefusal(outcome)
    ? outcome
    : { edition: input.editionNumber, spent: outcome.result.tokens };
}
