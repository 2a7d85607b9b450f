import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages, oldestFirst, type Timed } from './merge-pages.ts';

async function* each(pages: readonly Timed[][]): AsyncGenerator<Timed[]> {
  yield* pages;
}

async function allOf(pages: AsyncGenerator<Timed[]>): Promise<Timed[][]> {
  const all: Timed[][] = [];
  for await (const page of pages) all.push(page);
  return all;
}

test('entries of one millisecond are ordered by id, whichever source has them', async () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id, at: 7 })) as [
    ...[Timed, Timed, Timed, Timed],
  ];
  const late = { id: '0', at: 8 };
  const merged = mergePages([each([[b], [d]]), each([[a, c, late]])]);
  expect((await allOf(merged)).flat()).toEqual([a, b, c, d, late]);
  expect(await allOf(mergePages([]))).toEqual([]);
  expect(await allOf(mergePages([each([]), each([[]])]))).toEqual([]);
});

test('an error of a source is passed on', async () => {
  async function* broken(): AsyncGenerator<Timed[]> {
    yield [{ id: 'a', at: 1 }];
    throw new Error('out of reach');
  }
  const merged = mergePages([broken(), each([[{ id: 'b', at: 2 }]])]);
  await expect(allOf(merged)).rejects.toThrow('out of reach');
});

const entries = fc.array(
  fc.record({ at: fc.nat(12), source: fc.nat(3), endsPage: fc.boolean(), isGap: fc.boolean() }),
  { maxLength: 60 },
);

test('all entries come once and in order, however they lie in sources and pages, and one page of each source is held', async () => {
  const merges = fc.asyncProperty(entries, async (drawn) => {
    const all = drawn.map((one, n) => ({ ...one, id: `e${n}` })).sort(oldestFirst);
    const given = new Set<Timed>();
    async function* source(number: number): AsyncGenerator<Timed[]> {
      let page: Timed[] = [];
      for (const one of all.filter((entry) => entry.source === number)) {
        page.push(one);
        if (!one.endsPage) continue;
        yield page;
        expect(page.every((entry) => given.has(entry))).toBe(true);
        if (one.isGap) yield [];
        page = [];
      }
      yield page;
    }
    const merged: Timed[] = [];
    for await (const page of mergePages([0, 1, 2, 3].map(source))) {
      expect(page).not.toEqual([]);
      for (const one of page) given.add(one);
      merged.push(...page);
    }
    expect(merged).toEqual(all);
  });
  await fc.assert(merges, tries());
});
