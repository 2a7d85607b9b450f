import type { Publishing } from '@datchain/functions/streams/publish.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isWithin, measureSize } from '@datchain/shared/domain/document-size.ts';
import type { MemoryWorld } from './stream-runs.ts';

/**
 * Makes the stores of an importer whose requests each wait for their turn.
 *
 * @param recordsAtOnce the largest number of month records in a list
 */
export function inTurns(
  { store, live }: MemoryWorld,
  turn: () => Promise<void>,
  recordsAtOnce = Number.POSITIVE_INFINITY,
): Publishing {
  const waiting =
    <Input extends unknown[], Output>(ask: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      await turn();
      return ask(...input);
    };
  return {
    store: {
      read: waiting(store.read),
      write: waiting(store.write),
      list: waiting((collection, { limit, ...more }) =>
        store.list(collection, {
          limit: more.where ? Math.min(limit, recordsAtOnce) : limit,
          ...more,
        }),
      ),
    },
    live: { readVersioned: waiting(live.readVersioned), replace: waiting(live.replace) },
  };
}

/**
 * Runs several tasks of which only one proceeds at a time, from one turn to its next: `choose`
 * picks among the waiting ones. Equal choices give equal turns, whatever the tasks read from files.
 */
export async function interleave(
  tasks: readonly ((turn: () => Promise<void>) => Promise<unknown>)[],
  choose: (howMany: number) => number,
): Promise<void> {
  const waiting = new Map<number, () => void>();
  let running = tasks.length;
  let note = (): void => {};
  const rests = (): void => {
    running -= 1;
    note();
  };
  const ended = tasks.map(async (task, number) => {
    const turn = () =>
      new Promise<void>((go) => {
        waiting.set(number, go);
        rests();
      });
    await task(turn).finally(rests);
  });
  const all = Promise.all(ended);
  // Awaited below; a task that fails before that is no unhandled rejection.
  all.catch(() => {});
  for (;;) {
    if (running > 0) await new Promise<void>((resolve) => (note = resolve));
    if (running > 0) continue;
    const next = [...waiting].sort(([a], [b]) => a - b)[choose(waiting.size)];
    if (!next) break;
    const [number, go] = next;
    waiting.delete(number);
    running += 1;
    go();
  }
  await all;
}

export const withoutPublishing = ({ store, live }: MemoryWorld): Publishing => ({
  store: {
    ...store,
    list: async (collection, listing) => (listing.where ? [] : store.list(collection, listing)),
  },
  live,
});

/**
 * Returns the public figures of some DATS, from all stores.
 *
 * @throws when a DAT is in two summaries, or a summary is too large
 */
export function publicFigures(world: MemoryWorld, datIds: readonly string[]) {
  const summaries = [...world.store.all()]
    .filter(([path]) => path.startsWith(`${docs.analyticsSummaries}/`))
    .map(([, data]) => data);
  if (!summaries.every((data) => isWithin(measureSize(data))))
    throw new Error('A summary overflows');
  return datIds.map((datId) => {
    const entries = summaries.flatMap((data) => data[datId] ?? []);
    if (entries.length > 1) throw new Error(`${datId} is in ${entries.length} summaries`);
    return {
      datId,
      entry: entries[0],
      months: world.months(datId),
      own: world.ownStats(datId),
    };
  });
}
