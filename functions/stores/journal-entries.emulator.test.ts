import { docs } from '@datchain/shared/contracts/paths.ts';
import { FieldValue } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { reconcile } from '../reconcile/reconcile.ts';
import { services } from '../services.ts';
import { setDocuments } from './bulk.ts';
import { firestore } from './firebase.ts';
import { shardOf } from './journal-shards.ts';

const START = Date.UTC(2026, 0, 1);
const COUNT = 3_000;
const ENTRIES_PER_MILLISECOND = 20;

test('entries are found by time in all shards, and an entry without a shard is reported', async () => {
  const { entries } = services();
  const all = Array.from({ length: COUNT }, (_, n) => ({
    id: `e${n}`,
    at: START + Math.floor(n / ENTRIES_PER_MILLISECOND),
  }));
  const stored = all.map(({ id, at }, n) => ({
    path: docs.entry(id),
    data: {
      kind: 'made',
      at,
      actor: 'ana',
      inputHash: 'h',
      postings: [],
      touched: [],
      result: null,
      projected: n % 2 === 0,
      seq: n % 3 === 0 ? n : null,
      shard: shardOf(id),
    },
  }));
  await setDocuments(firestore(), stored);
  const END = START + COUNT;

  const lost = firestore().doc(docs.entry('e10'));
  await lost.update({ shard: FieldValue.delete() });
  expect(await entries.count(START, END)).toBe(COUNT - 1);
  const { differences } = await reconcile(services());
  expect(differences.filter((line) => line.includes('shard'))).toEqual([
    'entry e10 is not in its shard: nothing finds it by time',
  ]);
  await lost.update({ shard: shardOf('e10') });
  expect(await entries.count(START, END)).toBe(COUNT);

  const between: { id: string; at: number }[] = [];
  for await (const page of entries.between(START + 1, END)) between.push(...page);
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
