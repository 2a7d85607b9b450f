import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../query/json.ts';
import { by, formatPath, int, type Listener, Local, text, where } from './testing/listener.ts';

const c = [{ collectionId: 'c' }];
const tags = { arrayValue: { values: [text('x'), text('y')] } };
const queries: readonly Json[] = [
  { from: c },
  { from: [{ collectionId: 'c', allDescendants: true }] },
  { from: c, where: where('n', 'GREATER_THAN', int(2)) },
  { from: c, where: where('tag', 'IN', tags), orderBy: by('n', 'DESCENDING') },
  { from: c, orderBy: by('n'), limit: 3 },
  { from: c, orderBy: by('n', 'DESCENDING'), limit: 1 },
  { from: c, orderBy: by('n'), offset: 1, limit: 2 },
  { from: c, orderBy: by('n'), startAt: { values: [int(2)], before: true }, limit: 2 },
  { from: c, limit: 0 },
];

class Client {
  readonly shown = new Map<number, Map<string, Json>>();
  snapshots = 0;

  hear(listener: Listener): void {
    this.snapshots = 0;
    for (const message of listener.take()) {
      const { targetChange, documentChange } = message;
      if (targetChange?.targetChangeType === 'NO_CHANGE') this.snapshots++;
      if (targetChange?.targetChangeType === 'ADD') {
        for (const id of targetChange.targetIds ?? []) this.shown.set(id, new Map());
      }
      const gone = documentChange ?? message.documentDelete ?? message.documentRemove;
      const path = formatPath(
        documentChange?.document.name ??
          message.documentDelete?.document ??
          message.documentRemove?.document ??
          '',
      );
      for (const id of documentChange?.targetIds ?? []) {
        this.shown.get(id)!.set(path, documentChange!.document.fields ?? {});
      }
      const removed = (gone as { removedTargetIds?: number[] })?.removedTargetIds ?? [];
      for (const id of removed) this.shown.get(id)!.delete(path);
    }
  }
}

const fields = fc.record(
  { n: fc.nat(4).map(int), tag: fc.constantFrom('x', 'y', 'z').map(text) },
  { requiredKeys: ['tag'] },
);
const commit = fc.dictionary(
  fc
    .tuple(fc.constantFrom('c', 'c', 'c', 'd', 'd/x/c'), fc.nat(7))
    .map(([collection, id]) => `${collection}/${id}`),
  fc.option(fields, { freq: 2 }),
  { minKeys: 1, maxKeys: 4 },
);

test('listeners see the same documents as queries, in one snapshot for each commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commit, { minLength: 10, maxLength: 30 }), async (commits) => {
      const local = new Local();
      const listener = local.listen();
      const client = new Client();
      for (const [at, query] of queries.entries()) listener.query(at + 1, query);
      client.hear(listener);
      for (const changes of commits) {
        await local.commit(changes);
        client.hear(listener);
        expect(client.snapshots).toBeLessThanOrEqual(1);
        for (const [at, query] of queries.entries()) {
          const found = await local.find(query);
          const shown = client.shown.get(at + 1)!;
          expect(new Map(shown), JSON.stringify(query)).toEqual(new Map(found));
        }
      }
      local.close();
    }),
    { numRuns: 20 },
  );
}, 60_000);
