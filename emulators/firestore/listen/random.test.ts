import { expect, test } from 'vitest';
import { scale } from '../../../shared/testing/scale.ts';
import type { Json } from '../query/json.ts';
import { down, int, list, text, up, where } from '../query/testing/build.ts';
import { Chance } from '../rules/testing/random.ts';
import { type Listener, Local, pathOf } from './testing/listener.ts';

const first = Number(process.env.DATCHAIN_SEED ?? Math.floor(Math.random() * 1e6));
const seeds = Array.from({ length: scale(10, 200) }, (_, at) => first + at);

const c = [{ collectionId: 'c' }];
const queries: readonly Json[] = [
  { from: c },
  { from: [{ collectionId: 'c', allDescendants: true }] },
  { from: [{ allDescendants: true }] },
  { from: c, where: where('n', 'GREATER_THAN', int(2)) },
  { from: c, where: where('tag', 'IN', list(text('x'), text('y'))), orderBy: [down('n')] },
  { from: c, orderBy: [up('n')], limit: 3 },
  { from: c, orderBy: [down('n')], limit: 1 },
  { from: c, where: where('n', 'NOT_EQUAL', int(2)), limit: 2 },
  { from: c, orderBy: [up('n')], offset: 1, limit: 2 },
  { from: c, orderBy: [up('n')], startAt: { values: [int(2)], before: true }, limit: 2 },
  { from: c, limit: 0 },
];

/** What a client that believes all it is told has before it, by target. */
class Client {
  readonly shown = new Map<number, Map<string, Json>>();
  snapshots = 0;

  hear(listener: Listener): void {
    for (const { targetChange, documentChange, ...gone } of listener.take()) {
      if (targetChange?.targetChangeType === 'NO_CHANGE') this.snapshots++;
      for (const id of targetChange?.targetIds ?? []) {
        if (targetChange?.targetChangeType === 'ADD' && !this.shown.has(id)) {
          this.shown.set(id, new Map());
        }
        if (targetChange?.targetChangeType === 'RESET') this.shown.set(id, new Map());
      }
      const path = pathOf(
        documentChange?.document.name ??
          gone.documentDelete?.document ??
          gone.documentRemove?.document ??
          '',
      );
      for (const id of documentChange?.targetIds ?? []) {
        this.shown.get(id)!.set(path, documentChange!.document.fields ?? {});
      }
      const removal = documentChange ?? gone.documentDelete ?? gone.documentRemove;
      const removed = (removal as { removedTargetIds?: number[] })?.removedTargetIds ?? [];
      for (const id of removed) this.shown.get(id)!.delete(path);
      const { filter } = gone;
      if (filter) expect(this.shown.get(filter.targetId)!.size).toBe(filter.count);
    }
  }
}

test.each(seeds)('listeners see what queries find (DATCHAIN_SEED=%i)', async (seed) => {
  const chance = new Chance(seed);
  const local = new Local();
  const all = new Map<string, Json>();
  const commit = async (): Promise<boolean> => {
    const changes: Record<string, Json | null> = {};
    for (let count = 1 + chance.below(4); count > 0; count--) {
      const path = `${chance.oneOf(['c', 'c', 'c', 'd', 'd/x/c'])}/${chance.below(8)}`;
      changes[path] = chance.once(3)
        ? null
        : {
            ...(chance.once(6) ? {} : { n: int(chance.below(5)) }),
            tag: text(chance.oneOf(['x', 'y', 'z'])),
          };
    }
    const before = JSON.stringify([...all].sort());
    for (const [path, fields] of Object.entries(changes)) {
      if (fields) all.set(path, fields);
      else all.delete(path);
    }
    await local.commit(changes);
    return before !== JSON.stringify([...all].sort());
  };
  const check = async (client: Client): Promise<void> => {
    for (const [at, query] of queries.entries()) {
      const found = (await local.find(query)).map(pathOf);
      const shown = client.shown.get(at + 1)!;
      expect([...shown.keys()].sort(), JSON.stringify(query)).toEqual([...found].sort());
      for (const [path, fields] of shown) expect(fields).toEqual(all.get(path));
    }
  };

  for (let at = 0; at < 5; at++) await commit();
  let listener = local.listen();
  const client = new Client();
  for (const [at, query] of queries.entries()) listener.query(at + 1, query);
  client.hear(listener);
  await check(client);
  for (let round = 0; round < 40; round++) {
    if (chance.once(8)) {
      const resumeToken = listener.token;
      listener.close();
      for (let missed = chance.below(4); missed > 0; missed--) await commit();
      listener = local.listen();
      for (const [at, query] of queries.entries()) listener.query(at + 1, query, { resumeToken });
      client.hear(listener);
    }
    client.snapshots = 0;
    const isChange = await commit();
    client.hear(listener);
    // One of the queries is for all documents: each commit that changes something is a snapshot.
    expect(client.snapshots).toBe(isChange ? 1 : 0);
    await check(client);
  }
  local.close();
});
