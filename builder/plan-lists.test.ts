import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageGroup } from '../ledger/src/plan.ts';
import { takeLists, writeLists } from './plan-lists.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'plan-lists-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const groups = Array.from({ length: 175 }, (_, number): PageGroup => {
  const page = { route: '/viewdat/[id]', params: { id: `dat-${number}` }, file: `${number}.html` };
  return { props: { number }, pages: [page] };
});

async function* told(lists: Iterable<string>): AsyncGenerator<string> {
  yield* lists;
}

const groupsIn = (list: string): PageGroup[] => JSON.parse(readFileSync(list, 'utf8'));

test('several who draw take each list once, however quick each is', async () => {
  const lists = [...writeLists(groups, join(dir, 'plan'))];
  expect(lists.length).toBeGreaterThan(3);
  const taken = [1, 2, 7].map(async (pause) => {
    const own: PageGroup[] = [];
    for await (const list of takeLists(told(lists))) {
      own.push(...groupsIn(list));
      for (let turn = 0; turn < pause; turn += 1) await new Promise(setImmediate);
    }
    return own;
  });
  const drawn = (await Promise.all(taken)).flat();
  const numberOf = ({ props }: PageGroup) => Number(props.number);
  expect(drawn.sort((a, b) => numberOf(a) - numberOf(b))).toEqual(groups);
});

test('a list that cannot be taken for another reason is not passed over', async () => {
  const lists = [...writeLists(groups, join(dir, 'plan'))];
  const inFolder = lists.map((list) => join(list, 'of'));
  await expect(takeLists(told(inFolder)).next()).rejects.toThrow('ENOTDIR');
});

test('nothing to draw is no list', () => {
  expect([...writeLists([], join(dir, 'plan'))]).toEqual([]);
});
