import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { type DatEvent, findTakedown, replayHistory } from '@datchain/shared/domain/dat-events.ts';

/**
 * Compares the public histories with the books: replayed, they must give every edition its owner and offer, and
 * every DAT its takedown.
 */
export const compareHistories = (
  dats: readonly DatGuard[],
  histories: ReadonlyMap<string, readonly DatEvent[]>,
): string[] =>
  dats.flatMap((dat) => {
    // Stryker disable next-line ArrayDeclaration: An item that is no event leads nowhere, like an empty list.
    const events = histories.get(dat.id) ?? [];
    return [...compareEditions(dat, events), ...compareTakedown(dat, events)];
  });

const difference = (where: string, ...sides: [unknown, unknown]): string => {
  const [is, should] = sides.map((one) => JSON.stringify(one));
  return `history ${where}: leads to ${is}, should lead to ${should}`;
};

function compareEditions(dat: DatGuard, events: readonly DatEvent[]): string[] {
  const numbers = dat.editions.map(({ number }) => number);
  const outcome = replayHistory(events, numbers);
  return dat.editions.flatMap(({ number, ownerUid, askPriceCents }) => {
    const replayed = outcome.get(number);
    if (replayed?.ownerUid === ownerUid && replayed.askPriceCents === askPriceCents) return [];
    return [difference(`${dat.id} #${number}`, replayed, { ownerUid, askPriceCents })];
  });
}

function compareTakedown(dat: DatGuard, events: readonly DatEvent[]): string[] {
  const published = findTakedown(events);
  const { takenDown } = dat;
  if (published?.at === takenDown?.at && published?.reason === takenDown?.reason) return [];
  return [difference(dat.id, published ?? 'no takedown', takenDown ?? 'no takedown')];
}
