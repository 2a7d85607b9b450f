import { selectBooksPart } from '@datchain/shared/contracts/documents/books.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { accepted, entry, notedDoor } from '@datchain/testing/server/noted-door.ts';
import { openingEarningsEntry } from '@datchain/testing/server/opening.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { shardOf } from '../stores/journal-shards.ts';
import type { Entry } from './entry.ts';
import { hashInput } from './input-hash.ts';

test('[N-PPL-07] an artist’s release is queued as news for followers, and a sale is not', async () => {
  const { store, door } = notedDoor();
  const released = { kind: 'released' as const, at: 1_000, datId: 'd1', songName: 'Song' };
  const sold = { kind: 'edition-sold' as const, at: 1_000, datId: 'd2' };
  const news = [released, sold].map((data) => ({ uid: 'ana', data: data as never }));
  await door().commit(entry('a', { news }));
  expect([...store.all('releaseNews/')]).toEqual([
    [docs.releaseNews('d1'), { artistUid: 'ana', datId: 'd1', at: 1_000, after: '' }],
  ]);
});

test('a write adds to the part of the books that the id of its first entry selects', async () => {
  const { store, door } = notedDoor();
  const sum = { increments: [{ path: docs.books, fields: { platformMicros: 1 } }] };
  const [first, second] = ['a', 'b'] as const;
  expect(selectBooksPart(first)).not.toBe(selectBooksPart(second));
  const to = door();
  await Promise.all([to.commit(entry(first, sum)), to.commit(entry(second, sum))]);
  expect([...store.all('totals/')]).toEqual([[selectBooksPart(first), { platformMicros: 2 }]]);
  await to.commit(entry('c', sum));
  expect(store.get(selectBooksPart('c'))).toMatchObject({ platformMicros: expect.any(Number) });
  expect(store.get(docs.books)).toBeUndefined();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the written record of an entry', () => {
  const move = [
    { account: 'world:a', asset: 'USD' as const, delta: -1 },
    { account: 'b', asset: 'USD' as const, delta: 1 },
  ];

  test('has exactly the fields that readers of the journal need', async () => {
    const { store, door } = notedDoor();
    const refs = { orderId: 'o' };
    const touched = ['supply'];
    await door().commit(entry('a', { result: 7, postings: move, touched, refs }));
    await door().commit(entry('b'));
    const stored = (id: string) => store.all().get(docs.entry(id));
    const written = { kind: 'card-fee', at: 1_000, actor: 'ana', seq: null };
    const hash = (id: string) => hashInput({ kind: 'card-fee', actor: 'ana', input: id });
    expect(stored('a')).toStrictEqual({
      ...written,
      inputHash: hash('a'),
      postings: move,
      refs,
      shard: shardOf('a'),
      touched,
      result: 7,
      projected: false,
    });
    expect(stored('b')).toStrictEqual({
      ...written,
      inputHash: hash('b'),
      postings: [],
      shard: shardOf('b'),
      touched: [],
      result: null,
      projected: true,
    });
  });

  test('is not written again for a repeated entry, whose answer says what is still to be shown and who may owe', async () => {
    const { store, door } = notedDoor();
    const touched = ['user:ana', 'block:50', 'dat:user:bo'];
    const made = entry('a', { result: 7, touched });
    const answer = { entryId: 'a', result: 7, touched, recorded: true, owing: [] };
    expect(await door().commit(made)).toStrictEqual(answer);
    const again = { ...answer, recorded: false };
    expect(await door().commit(made)).toStrictEqual({ ...again, owing: ['ana'] });
    store.set(docs.entry('a'), { ...store.all().get(docs.entry('a')), projected: true });
    expect(await door().commit(made)).toStrictEqual({ ...again, touched: [] });
  });

  test('keeps its id from other input, another actor and another kind', async () => {
    const { door, batches } = notedDoor();
    const made = entry('a');
    await door().commit(made);
    for (const other of [{ input: 'b' }, { actor: 'bo' }, { kind: 'debt-paid' as const }]) {
      const { kind } = { ...made, ...other };
      const message = `${kind} a was made with other input`;
      const taken = { ...refuse('aborted', message), keyTaken: true };
      expect(await door().commit({ ...made, ...other })).toStrictEqual(taken);
    }
    expect(batches).toHaveLength(1);
  });

  test('does not exist when the entry is refused or has nothing to record', async () => {
    const { door, batches } = notedDoor();
    const no: Refusal = refuse('not-found', 'Not found');
    expect(await door().commit({ ...entry('a'), decide: () => no })).toBe(no);
    const answered = await door().commit({ ...entry('b'), decide: () => ({ answer: 7 }) });
    const none = { touched: [], recorded: false, owing: [] };
    expect(answered).toStrictEqual({ entryId: 'b', result: 7, ...none });
    expect(batches).toEqual([]);
  });

  test('comes with the users in debt whose earnings can pay it, and nobody else', async () => {
    const { door } = notedDoor();
    const days = { '2026-09-01': 1_000_000 };
    const open = (uid: string, opening: object) =>
      door().commit(openingEarningsEntry(uid, 'a', opening));
    expect(await open('ana', { days, debtMicros: 1 })).toMatchObject({ owing: ['ana'] });
    expect(await open('bo', { days })).toMatchObject({ owing: [] });
    expect(await open('cy', { debtMicros: 1 })).toMatchObject({ owing: [] });
    const owes = { uid: 'di', debtMicros: 1, earnedDays: [{ totalMicros: 1, spentMicros: 0 }] };
    const elsewhere = entry('other', { documents: [{ path: docs.debt('di'), data: owes }] });
    expect(await door().commit(elsewhere)).toMatchObject({ owing: [] });
  });

  test('leaves out the deletion of a document that never existed', async () => {
    const { door, batches } = notedDoor();
    await door().commit(entry('a', { documents: [{ path: 'guards/none', data: null }] }));
    expect(batches[0]).toMatchObject({ replace: [], increment: [], remove: [] });
    expect(batches[0]?.create.map(({ path }) => path)).toEqual([docs.entry('a')]);
  });
});

describe('a decision that asks for further documents', () => {
  const endless = (id: string): Entry => ({
    ...entry(id),
    decide(view) {
      let at = 0;
      while (view(`guards/${id}-${at}`)) at += 1;
      return accepted();
    },
  });

  test('needs no second read for a document that an earlier entry of the group made', async () => {
    const { door, reads, batches } = notedDoor();
    const to = door();
    const made = entry('a', { documents: [{ path: 'guards/new', data: { sum: 1 } }] });
    const looks: Entry = {
      ...entry('b'),
      decide: (view) => accepted({ result: view('guards/new') }),
    };
    const [, found] = await Promise.all([to.commit(made), to.commit(looks)]);
    expect(found).toMatchObject({ result: { sum: 1 } });
    expect([reads.length, batches.length]).toEqual([1, 1]);
  });

  test('is seen by other entries only after it has read everything', async () => {
    const { door, reads, store } = notedDoor();
    store.set('guards/x', { at: 'right' });
    store.set('guards/sign', { to: 'old' });
    store.set('guards/right', { sum: 3 });
    const turns: Entry = {
      ...entry('a'),
      decide(view) {
        const data = { to: view('guards/x')?.at ?? 'nowhere' };
        return accepted({ documents: [{ path: 'guards/sign', data }] });
      },
    };
    const follows: Entry = {
      ...entry('b'),
      reads: ['guards/sign'],
      decide: (view) => accepted({ result: view(`guards/${view('guards/sign')?.to}`) }),
    };
    const to = door();
    const [, found] = await Promise.all([to.commit(turns), to.commit(follows)]);
    expect(found).toMatchObject({ result: { sum: 3 } });
    expect(reads.at(-1)).toContain('guards/right');
    expect(reads.flat()).not.toContain('guards/nowhere');
  });

  test('fails after eight further reads', async () => {
    const { door, reads, store } = notedDoor();
    for (let at = 0; at < 40; at++) {
      store.set(`guards/a-${at}`, {});
      store.set(`guards/b-${at}`, {});
    }
    const to = door();
    const both = [to.commit(endless('a')), to.commit(endless('b'))];
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
    await expect(to.commit(endless('a'))).rejects.toThrow('kept asking for more documents');
    // The two together, then each alone, then one again.
    expect(reads.length).toBe(1 + 16 + 2 * (1 + 8) + (1 + 8));
  });
});

describe('the door', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => entry(`e${n}`));

  test('[M-62] writes at most fifty entries in a group, and those that arrive meanwhile in the next', async () => {
    const { door, batches, mostAtOnce } = notedDoor();
    const to = door();
    await Promise.all(many(51).map((one) => to.commit(one)));
    expect(batches.map(({ create }) => create.length)).toEqual([50, 1]);
    const first = to.commit(entry('first'));
    await null;
    await null;
    const others = ['second', 'third'].map((id) => to.commit(entry(id)));
    await Promise.all([first, ...others]);
    expect(batches.slice(2).map(({ create }) => create.length)).toEqual([1, 2]);
    expect(mostAtOnce()).toBe(1);
  });

  test('waits twice as long after each failed attempt, longer where attempts are slow, but at most a second', async () => {
    const waits = async (tookMillis: number) => {
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => {
        now += tookMillis;
        return now;
      });
      vi.spyOn(Math, 'random').mockReturnValue(1);
      const waited: number[] = [];
      const pause = async (millis: number) => waited.push(millis);
      const { door } = notedDoor(() => (waited.length < 9 ? 'conflict' : 'pass'));
      await door({ pause }).commit(entry('a'));
      return waited;
    };
    expect(await waits(0)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_000]);
    expect((await waits(100)).slice(0, 4)).toEqual([200, 400, 800, 1_000]);
  });

  test('gives up an entry whose time has run out and names it; the others go on', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { door, batches } = notedDoor(() => (now < 40 ? 'conflict' : 'pass'));
    const pause = async () => {
      now += 10;
    };
    const to = door({ patienceMillis: 30, pause });
    const early = to.commit(entry('a'));
    now = 10;
    const late = to.commit(entry('b'));
    await expect(early).rejects.toMatchObject({ name: 'OutcomeUnknown', message: 'card-fee a' });
    expect(await late).toMatchObject({ entryId: 'b', recorded: true });
    expect(batches.length).toBe(4);
  });

  test('retries failures of the service, and nothing else', async () => {
    const failing = async (error: unknown) => {
      let fails = true;
      const { door } = notedDoor(() => {
        if (!fails) return 'pass';
        fails = false;
        return error as Error;
      });
      return door({ pause: async () => {} })
        .commit(entry('a'))
        .catch((thrown) => thrown);
    };
    for (const code of [1, 2, 4, 8, 13, 14]) {
      const error = Object.assign(new Error('passing'), { code });
      expect(await failing(error)).toMatchObject({ recorded: true });
    }
    for (const error of [
      new Error('a bug'),
      Object.assign(new Error('denied'), { code: 7 }),
      undefined,
    ]) {
      expect(await failing(error)).toBe(error);
    }
  });
});
