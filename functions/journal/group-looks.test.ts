import { tries } from '@datchain/testing/pure/tries.ts';
import { accepted, entry, notedDoor } from '@datchain/testing/server/noted-door.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import type { Accepted, Entry, View } from './entry.ts';
import { attemptGroup } from './group.ts';

const noted = () => {
  const { store, ...others } = notedDoor();
  store.set('guards/sign', { to: 'x' });
  store.set('guards/sum', { at: 1, owner: 'ana', lots: [{ qty: 1 }] });
  store.set('guards/rate', { is: 2 });
  store.set('guards/x', { at: 10 });
  return { store, ...others };
};

const reading = (
  reads: readonly string[],
  decide: (view: View) => Partial<Accepted<unknown>>,
): Entry => ({ ...entry('a'), reads, decide: (view) => accepted(decide(view)) });

const known = ['guards/sign', 'guards/sum', 'guards/rate'];
const sum = (view: View): Data => view('guards/sum') ?? {};

const follows = reading(known, (view) => {
  const more = Number(view(`guards/${view('guards/sign')?.to}`)?.at ?? 0);
  const at = Number(sum(view).at) + more * Number(view('guards/rate')?.is);
  return { result: at, documents: [{ path: 'guards/sum', data: { ...sum(view), at } }] };
});

test('only the changed fields of a document are written, on condition that it has not changed since it was read', async () => {
  const { door, batches, store } = noted();
  const { version } = (await store.read(['guards/sum'])).get('guards/sum') ?? {};
  await door().commit(follows);
  expect(batches[0]?.replace).toEqual([{ path: 'guards/sum', data: { at: 21 }, version }]);
  expect(store.get('guards/sum')).toEqual({ at: 21, owner: 'ana', lots: [{ qty: 1 }] });
});

test('a document that an entry writes unchanged is still a condition of the write', async () => {
  const { door, batches, store } = noted();
  const same = reading(known, (view) => ({ documents: [{ path: 'guards/sum', data: sum(view) }] }));
  await door().commit(same);
  const data = { at: 1, owner: 'ana', lots: [{ qty: 1 }] };
  expect(batches[0]?.replace).toMatchObject([{ path: 'guards/sum', data }]);
  expect(store.get('guards/sum')).toEqual(data);
});

test('a second read repeats everything except the documents that the write is conditional on', async () => {
  const { door, reads } = noted();
  await door().commit(follows);
  expect(reads).toEqual([
    ['journal/a', ...known],
    ['journal/a', 'guards/sign', 'guards/rate', 'guards/x'],
  ]);
});

test.each([
  ['is read again', 'guards/rate', { is: 3 }, 31],
  ['fails the write', 'guards/sum', { at: 5 }, 25],
  ['leads to another document', 'guards/sign', { to: 'y' }, 1],
])('a change between two reads counts, because it %s', async (_, path, data, result) => {
  const { store, door } = noted();
  const read = store.read;
  let looks = 0;
  store.read = async (paths) => {
    looks += 1;
    if (looks === 2) store.set(path, data);
    return read(paths);
  };
  expect(await door({ pause: async () => {} }).commit(follows)).toMatchObject({ result });
});

test('a document that is no longer a condition of the write is read again before the write', async () => {
  const { store, door, reads } = noted();
  const turns = reading(known, (view) => {
    const isThere = view('guards/x') !== undefined;
    const { at } = sum(view);
    const path = isThere ? 'guards/sign' : 'guards/sum';
    return { result: at, documents: [{ path, data: { to: at } }] };
  });
  const read = store.read;
  store.read = async (paths) => {
    if (paths.includes('guards/x') && !paths.includes('guards/sum'))
      store.set('guards/sum', { at: 7 });
    return read(paths);
  };
  expect(await door().commit(turns)).toMatchObject({ result: 7 });
  expect(store.get('guards/sign')).toEqual({ to: 7 });
  expect(reads.map(({ length }) => length)).toEqual([4, 4, 5]);
});

const paths = Array.from({ length: 6 }, (_, n) => `guards/g${n}`);
const some = fc.subarray(paths);

const isThere = (path: string, moment: number): boolean => (moment + paths.indexOf(path)) % 3 !== 0;

const looks = fc.record({ reads: some, first: some, next: some, writes: some, orWrites: some });
type Looks = typeof looks extends fc.Arbitrary<infer T> ? T : never;

type Seen = readonly (readonly [path: string, moment: unknown])[];

const observes = ({ reads, first, next, writes, orWrites }: Looks, n: number): Entry => ({
  ...entry(`e${n}`),
  reads,
  decide(view) {
    const look = (path: string) => [path, view(path)?.moment] as const;
    const seen = first.map(look);
    if (seen.some(([, moment]) => Number(moment) % 2 === 0)) seen.push(...next.map(look));
    const isAny = seen.every(([, moment]) => moment !== undefined);
    const documents = (isAny ? writes : orWrites).map((path) => {
      seen.push(look(path));
      const data = view(path);
      return { path, data: data ? { ...data, by: `e${n}` } : null };
    });
    return accepted({ result: seen, documents });
  },
});

const areOf = (seen: Seen, moment: number): boolean =>
  seen.every(([path, at]) => at === (isThere(path, moment) ? moment : undefined));

test('each entry is decided by the state of one moment, however much its group reads while others write', async () => {
  const property = fc.asyncProperty(
    fc.array(looks, { minLength: 1, maxLength: 4 }),
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }),
    async (all, meanwhile) => {
      const store = memoryStore();
      let moment = 0;
      const change = async () => {
        moment += 1;
        const found = [...(await store.read(paths))].map(([path, { version }]) => ({
          path,
          version,
        }));
        await store.write({ remove: found });
        for (const path of paths) if (isThere(path, moment)) store.set(path, { moment });
      };
      await change();
      const busy = {
        ...store,
        async read(asked: readonly string[]) {
          for (let times = meanwhile.shift() ?? 0; times > 0; times--) await change();
          const found = await store.read(asked);
          for (let times = meanwhile.shift() ?? 0; times > 0; times--) await change();
          return found;
        },
      };
      let waiting = all.map(observes);
      for (let tried = 0; waiting.length > 0 && tried < 100; tried++) {
        const outcomes = await attemptGroup(busy, waiting, 0);
        if (outcomes === 'conflict') continue;
        for (const outcome of outcomes) {
          if ('later' in outcome) continue;
          if (!('committed' in outcome)) throw new Error(JSON.stringify(outcome));
          const seen = outcome.committed.result as Seen;
          const moments = Array.from({ length: moment }, (_, n) => n + 1);
          expect(moments.some((one) => areOf(seen, one))).toBe(true);
        }
        waiting = waiting.filter((_, n) => 'later' in (outcomes[n] ?? { later: true }));
      }
      expect(waiting).toEqual([]);
      for (const path of paths) {
        expect(store.get(path)?.moment).toBe(isThere(path, moment) ? moment : undefined);
      }
    },
  );
  await fc.assert(property, tries(1_000));
});
