import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import type { Touched } from '../projector/projections.ts';
import { type Batch, type DocumentStore, together } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { Door, OutcomeUnknown } from './door.ts';
import type { Entry } from './entry.ts';

const clock = { now: () => 1_000 };
const jar = 'guards/jar';

const put = (
  id: string,
  amount: number,
  input: unknown = amount,
  touched: readonly Touched[] = [],
): Entry<number> => ({
  id,
  kind: 'tokens-issued',
  actor: 'test',
  input,
  reads: [jar],
  decide(view) {
    const sum = Number(view(jar)?.sum ?? 0) + amount;
    if (sum < 0) return refuse('failed-precondition', 'Not enough in the jar');
    return {
      result: sum,
      postings: [
        { account: 'world:test', asset: 'TOKEN', delta: -amount },
        { account: 'jar', asset: 'TOKEN', delta: amount },
      ],
      documents: [{ path: jar, data: { sum } }],
      touched,
    };
  },
});

const unavailable = () => Object.assign(new Error('unavailable'), { code: 14 });

function troubled(
  fault: (batch: Required<Batch>, write: number) => 'conflict' | 'before' | 'after' | undefined,
) {
  const store = memoryStore();
  let writes = 0;
  const troubledStore: DocumentStore = {
    ...store,
    async write(batch) {
      writes += 1;
      const kind = fault(together([batch]), writes);
      if (kind === 'conflict') return 'conflict';
      if (kind === 'before') throw unavailable();
      const outcome = await store.write(batch);
      if (kind === 'after') throw unavailable();
      return outcome;
    },
  };
  return { store: troubledStore, sum: () => store.all().get(jar)?.sum, all: store.all };
}

const result = async (outcome: Promise<unknown>) => {
  const value = await outcome;
  return isRefusal(value) ? value.message : (value as { result: unknown }).result;
};

describe('an entry is written once', () => {
  test('an entry sent several times, in one group or through two doors, counts once', async () => {
    const { store, sum } = troubled(() => undefined);
    const [one, two] = [new Door(store, clock), new Door(store, clock)];
    const sent = [one, one, two, two].map((door) => result(door.commit(put('a', 5))));
    expect(await Promise.all(sent)).toEqual([5, 5, 5, 5]);
    expect(sum()).toBe(5);
  });

  test('a write that happened but was not confirmed is found and not repeated', async () => {
    const { store, sum } = troubled((_, write) => (write === 1 ? 'after' : undefined));
    expect(await result(new Door(store, clock).commit(put('a', 5)))).toBe(5);
    expect(sum()).toBe(5);
  });

  test('a write that failed is tried again', async () => {
    const { store, sum } = troubled((_, write) => (write <= 3 ? 'before' : undefined));
    expect(await result(new Door(store, clock).commit(put('a', 5)))).toBe(5);
    expect(sum()).toBe(5);
  });
});

describe('a group', () => {
  test('is one write, in which each entry is decided by what the entry before it left', async () => {
    let writes = 0;
    const { store, sum } = troubled(() => {
      writes += 1;
      return undefined;
    });
    const door = new Door(store, clock);
    const outcomes = [put('a', 5), put('b', -7), put('c', -5), put('d', 1)].map((entry) =>
      result(door.commit(entry)),
    );
    expect(await Promise.all(outcomes)).toEqual([5, 'Not enough in the jar', 0, 1]);
    expect(sum()).toBe(1);
    expect(writes).toBe(1);
  });

  test('goes on when one decision throws, and only its own caller gets the error', async () => {
    const { store, sum } = troubled(() => undefined);
    const door = new Door(store, clock);
    const broken: Entry = {
      ...put('x', 1),
      decide: () => {
        throw new Error('a bug');
      },
    };
    const [good, bad] = await Promise.allSettled([door.commit(put('a', 5)), door.commit(broken)]);
    expect(good.status).toBe('fulfilled');
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'a bug' } });
    expect(sum()).toBe(5);
  });

  test('goes on when one entry cannot be written at all', async () => {
    const { store, sum } = troubled((batch) => {
      if (batch.create.some(({ path }) => path === 'journal/x')) throw new Error('too large');
      return undefined;
    });
    const door = new Door(store, clock);
    const [good, bad] = await Promise.allSettled([
      door.commit(put('a', 5)),
      door.commit(put('x', 1)),
    ]);
    expect(good.status).toBe('fulfilled');
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'too large' } });
    expect(sum()).toBe(5);
  });

  test('is read and decided again when another door wrote first', async () => {
    const { store, sum } = troubled(() => undefined);
    const doors = Array.from({ length: 6 }, () => new Door(store, clock, { maxGroup: 3 }));
    const sent = Array.from({ length: 60 }, (_, n) =>
      doors[n % doors.length]?.commit(put(`e${n}`, 1)),
    );
    const results = await Promise.all(sent.map((outcome) => result(outcome as Promise<unknown>)));
    expect(new Set(results).size).toBe(60);
    expect(sum()).toBe(60);
  });
});

describe('a decision that needs more documents than were read', () => {
  const jarOf = (n: number) => `guards/jar${n}`;

  const takeNext = (id: string): Entry<number> => ({
    ...put(id, 0),
    reads: [jarOf(0)],
    decide(view) {
      for (let n = 0; ; n++) {
        const stored = view(jarOf(n));
        if (!stored) return refuse('failed-precondition', 'All jars are empty');
        const sum = Number(stored.sum);
        if (sum === 0) continue;
        const data = { sum: sum - 1 };
        return { result: n, postings: [], documents: [{ path: jarOf(n), data }], touched: [] };
      }
    },
  });

  test('is made again with them, also where earlier entries of the group lead it to more', async () => {
    const { store, all } = troubled(() => undefined);
    const create = [2, 0, 1, 3].map((sum, n) => ({ path: jarOf(n), data: { sum } }));
    await store.write({ create });
    const door = new Door(store, clock);
    const outcomes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) =>
      result(door.commit(takeNext(id))),
    );
    expect(await Promise.all(outcomes)).toEqual([0, 0, 2, 3, 3, 3, 'All jars are empty']);
    expect([...all('guards/').values()].map(({ sum }) => sum)).toEqual([0, 0, 0, 0]);
  });

  test('may throw while a document is missing, and succeeds once the document is read', async () => {
    const { store } = troubled(() => undefined);
    await store.write({ create: [{ path: jar, data: { sum: 3 } }] });
    const strict: Entry<number> = {
      ...put('a', 1),
      reads: [],
      decide(view, now) {
        if (!view(jar)) throw new Error('There is no jar');
        return put('a', 1).decide(view, now);
      },
    };
    expect(await result(new Door(store, clock).commit(strict))).toBe(4);
  });
});

describe('a deleted document', () => {
  const setTo = (id: string, data: object | null): Entry<unknown> => ({
    ...put(id, 0),
    decide: (view) => ({
      result: view(jar) ?? 'gone',
      postings: [],
      documents: [{ path: jar, data }],
      touched: [],
    }),
  });

  test('is missing for the next entry of the group, which may create it again, and for all later ones', async () => {
    const { store, all } = troubled(() => undefined);
    const door = new Door(store, clock);
    await door.commit(setTo('a', { sum: 1 }));
    const group = [setTo('b', null), setTo('c', { sum: 2 }), setTo('d', null)];
    const outcomes = group.map((entry) => result(door.commit(entry)));
    expect(await Promise.all(outcomes)).toEqual([{ sum: 1 }, 'gone', { sum: 2 }]);
    expect(all('guards/').size).toBe(0);
    expect(await result(door.commit(setTo('e', { sum: 3 })))).toBe('gone');
    expect(all('guards/').get(jar)).toEqual({ sum: 3 });
  });
});

test('an entry whose postings do not sum to zero is never written', async () => {
  const { store, all } = troubled(() => undefined);
  const lopsided: Entry = {
    ...put('x', 1),
    decide: () => ({
      result: null,
      postings: [{ account: 'jar', asset: 'USD', delta: 1 }],
      documents: [],
      touched: [],
    }),
  };
  await expect(new Door(store, clock).commit(lopsided)).rejects.toThrow('does not balance');
  expect(all().size).toBe(0);
});

test('a caller learns that the outcome is unknown while the books are out of reach', async () => {
  const { store } = troubled(() => 'before');
  const door = new Door(store, clock, { patienceMillis: 30 });
  await expect(door.commit(put('a', 5))).rejects.toThrow(OutcomeUnknown);
});
