import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test } from 'vitest';
import { reconcile } from '../reconcile/reconcile.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';
import { shardOf } from '../stores/journal-shards.ts';
import { shardJournal } from './shard-journal.ts';

const START = Date.UTC(2026, 0, 1);
/** More than a page of each query, and as many of each time as there are callers at once. */
const COUNT = 3_000;
const A_TIME = 20;

test('the journal is found by time in all shards, and older entries once they were put there', async () => {
  const { entries } = services();
  const all = Array.from({ length: COUNT }, (_, n) => ({
    id: `e${n}`,
    at: START + Math.floor(n / A_TIME),
  }));
  // Of every ten, one is from before there were shards, and two from when there were 25.
  const older = all.filter((_, n) => n % 10 === 0).map(({ id }) => id);
  const isOlder = new Set(older);
  const shardThen = (id: string, n: number) => (n % 10 < 3 ? shardOf(id) % 25 : shardOf(id));
  const stored = all.map(({ id, at }, n) => ({
    path: docs.entry(id),
    data: {
      ...{
        kind: 'made',
        at,
        actor: 'ana',
        inputHash: 'h',
        postings: [],
        touched: [],
        result: null,
      },
      ...{ projected: n % 2 === 0, seq: n % 3 === 0 ? n : null },
      ...(isOlder.has(id) ? {} : { shard: shardThen(id, n) }),
    },
  }));
  await setDocuments(firestore(), stored);
  const END = START + COUNT;

  const missing = async () => COUNT - (await entries.count(START, END));
  expect(await missing()).toBe(older.length);
  const { differences } = await reconcile(services());
  const named = differences.filter((line) => line.includes('shard'));
  expect(named).toHaveLength(older.length);
  expect(named).toContain('entry e10 is in no shard: run the job shard-journal');

  expect(await shardJournal(services())).toBe(older.length);
  expect(await shardJournal(services())).toBe(0);
  expect(await missing()).toBe(0);
  // The others stay where they were.
  expect((await entries.find('e11'))?.shard).toBe(shardOf('e11') % 25);

  const between: { id: string; at: number }[] = [];
  for await (const page of entries.between(START + 1, END)) between.push(...page);
  // Of one time, by id.
  const inOrder = all.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  expect(idsOf(between)).toEqual(idsOf(inOrder.filter(({ at }) => at > START)));
  expect(await entries.nextAt(START + 3)).toBe(START + 3);
  expect(await entries.nextAt(END)).toBeUndefined();
  expect(idsOf(await entries.listSince(START + 5))).toEqual(
    idsOf(inOrder.filter(({ at }) => at >= START + 5)),
  );
  const isUnshown = ({ id }: { id: string }) => Number(id.slice(1)) % 2 === 1;
  expect(idsOf(await entries.listUnprojected(30))).toEqual(
    idsOf(inOrder.filter(isUnshown).slice(0, 30)),
  );
  const isUnnumbered = ({ id }: { id: string }) => Number(id.slice(1)) % 3 > 0;
  expect(await services().unnumbered.list(30)).toEqual(
    idsOf(inOrder.filter(isUnnumbered).slice(0, 30)),
  );
});
