import { Door } from '@datchain/functions/journal/door.ts';
import type { Accepted, Entry } from '@datchain/functions/journal/entry.ts';
import { type Batch, together } from '@datchain/functions/stores/document-store.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';

const clock = { now: () => 1_000 };

export const accepted = (over: Partial<Accepted<unknown>> = {}): Accepted<unknown> => ({
  result: null,
  postings: [],
  documents: [],
  touched: [],
  ...over,
});

export const entry = (id: string, over: Partial<Accepted<unknown>> = {}): Entry => ({
  id,
  kind: 'card-fee',
  actor: 'ana',
  input: id,
  reads: (over.documents ?? []).map(({ path }) => path),
  decide: () => accepted(over),
});

export function notedDoor(answer: () => 'conflict' | 'pass' | Error = () => 'pass') {
  const store = memoryStore();
  const batches: Required<Batch>[] = [];
  const reads: (readonly string[])[] = [];
  let writing = 0;
  let mostAtOnce = 0;
  const door = (options = {}) =>
    new Door(
      {
        ...store,
        read(paths) {
          reads.push(paths);
          return store.read(paths);
        },
        async write(batch) {
          batches.push(together([batch]));
          writing += 1;
          mostAtOnce = Math.max(mostAtOnce, writing);
          for (let turn = 0; turn < 9; turn++) await null;
          writing -= 1;
          const said = answer();
          if (said instanceof Error || typeof said !== 'string') throw said;
          return said === 'conflict' ? said : store.write(batch);
        },
      },
      clock,
      options,
    );
  return { store, batches, reads, door, mostAtOnce: () => mostAtOnce };
}
