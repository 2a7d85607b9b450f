import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { type DatEvent, outcomeOf } from '@datchain/shared/domain/dat-events.ts';

/**
 * The public histories against the books: replayed, they must leave every edition with the owner
 * and the offer that it has.
 */
export function compareHistories(
  dats: readonly DatGuard[],
  histories: ReadonlyMap<string, readonly DatEvent[]>,
): string[] {
  return dats.flatMap((dat) => {
    const numbers = dat.editions.map(({ number }) => number);
    const outcome = outcomeOf(histories.get(dat.id) ?? [], numbers);
    return dat.editions.flatMap(({ number, ownerUid, askPriceCents }) => {
      const told = outcome.get(number);
      if (told?.ownerUid === ownerUid && told.askPriceCents === askPriceCents) return [];
      const [is, should] = [told, { ownerUid, askPriceCents }].map((one) => JSON.stringify(one));
      return `history ${dat.id} #${number}: leads to ${is}, should lead to ${should}`;
    });
  });
}
