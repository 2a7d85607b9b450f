import { noIdentifiers } from '@datchain/shared/domain/streams/work-names.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '../stores/document-store.ts';
import { aDat, aFile, type MemoryWorld, memoryWorld, sampleTime } from '../testing/stream-runs.ts';
import { loadCatalogue, remember } from './catalogue.ts';
import type { Said } from './import-files.ts';
import { rematchWaiting } from './rematch-waiting.ts';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld(
    [aDat('one', { SongName: 'Song One' }), aDat('why', { SongName: 'Why?' })],
    { one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] } },
  );
});
afterEach(() => world.remove());

/** A store for an import, at whose first write another run says something. */
function besides(store: DocumentStore, said: Partial<Said>) {
  let isFirst = true;
  const write: typeof store.write = async (batch) => {
    if (isFirst) {
      isFirst = false;
      await world.run([], said);
    }
    return store.write(batch);
  };
  return { store: { ...store, write }, live: world.live };
}

test('[N-INP-03] a link of an ISRC takes back what an import credits beside it at the same time', async () => {
  const header = 'date,platform,streams,isrc,title,artist';
  const file = aFile('a.csv', [header, '2026-08-01,spotify,7,QZNEW2600009,Why?,Ada Okonjo']);
  const links = [{ name: 'isrc:QZNEW2600009', datId: 'one' }];
  const { returned } = await world.import(file, besides(world.store, { links }));
  expect(returned).toMatchObject([{ datId: 'why', figures: 1 }]);
  expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 0 });
  await world.run([]);
  expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 });
});

describe('[N-INP-03] a link that was wrong', () => {
  const header = 'date,platform,streams,content_id,isrc,title,artist';
  const rowOf = (names: string, streams: number, day = '2026-08-01', platform = 'spotify') =>
    `${day},${platform},${streams},${names}`;
  const title = { name: 'title:Why|Ada Okonjo', datId: 'one' };
  const spelt = ',QZNEW2600009,Why,Ada Okonjo';

  test('is undone: what it credited waits again, and its days are corrected to what else is known', async () => {
    await world.import(
      aFile('before.csv', [header, rowOf(',,Song One,Ada Okonjo', 3, '2026-08-02')]),
    );
    await world.import(
      aFile('a.csv', [header, rowOf(spelt, 7), rowOf(spelt, 8, '2026-08-01', 'spndat')]),
    );
    await world.run([], { links: [title] });
    // Later files are credited at once.
    const later = { madeAt: sampleTime + 1 };
    await world.import(aFile('b.csv', [header, rowOf(spelt, 9, '2026-08-02')], later));
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7, '2026-08-02': 9 });

    const { undone, queue } = await world.run([], { unlinks: [title] });
    expect(undone).toMatchObject([{ datId: 'one', figures: 3 }]);
    expect([...queue.effects.waiting.values()].map(({ work }) => work.names)).toEqual([
      ['isrc:QZNEW2600009', 'title:why|ada okonjo'],
    ]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 0, '2026-08-02': 3 });
    expect(world.ownStats('one')).toMatchObject({ daily: { '2026-08-01': 0 } });
    await expect(world.run([], { unlinks: [title] })).rejects.toThrow(
      'No person has said that "title:why|ada okonjo" is one\'s.',
    );

    // The right work, and even the same one again, gets all of it.
    await world.run([], { links: [{ ...title, datId: 'why' }] });
    expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 7, '2026-08-02': 9 });
    await world.run([], {
      unlinks: [{ ...title, datId: 'why' }],
      links: [title],
    });
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7, '2026-08-02': 9 });
    expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 0, '2026-08-02': 0 });
    expect(world.queue()).toBe(0);
  });

  test('is undone in months as well, and what the work has by other names stays', async () => {
    const line = (isrc: string, quantity: number) =>
      `2026-08-25|2026-06|Spotify|${isrc}|Why|Bo|${quantity}|Song|0`.replaceAll('|', '\t');
    const columns =
      'Reporting Date|Sale Month|Store|ISRC|Title|Artist|Quantity|Song/Album|Earnings (USD)';
    const lines = [line('QZABC2600001', 5), line('QZNEW2600009', 7)];
    await world.import(aFile('d.tsv', [columns.replaceAll('|', '\t'), lines[0] ?? '']));
    await world.import(aFile('e.tsv', [columns.replaceAll('|', '\t'), lines[1] ?? '']));
    const link = { name: 'isrc:QZNEW2600009', datId: 'one' };
    await world.run([], { links: [link] });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 12 } } });
    const dry = world.figures();
    expect((await world.run([], { unlinks: [link] }, true)).undone).toMatchObject([{ figures: 1 }]);
    expect(world.figures()).toEqual(dry);
    await world.run([], { unlinks: [link] });
    expect(world.months('one')).toEqual({ spotify: { '2026-06': { distrokid: 5 } } });
    expect(world.queue()).toBe(1);
  });

  test('is undone while another import runs: what that one credits by it waits again at its end', async () => {
    await world.run([], { links: [title] });
    await world.import(aFile('a.csv', [header, rowOf(spelt, 7)]));
    const other = aFile('b.csv', [header, rowOf(',,Song One,Ada Okonjo', 3, '2026-08-02')]);
    const { returned } = await world.import(other, besides(world.store, { unlinks: [title] }));
    expect(returned).toMatchObject([{ datId: 'one', figures: 1 }]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 0, '2026-08-02': 3 });
    await world.run([], { links: [title] });
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7, '2026-08-02': 3 });
    expect((await world.run([])).returned).toEqual([]);
  });

  test('is undone while the daily look at the queue credits rows by it', async () => {
    await world.import(aFile('a.csv', [header, rowOf(spelt, 7)]));
    // The link alone: a run that links looks at the queue as well.
    const identifiers = { ...noIdentifiers, aliases: ['title:why|ada okonjo'] };
    await remember(world.store, await loadCatalogue(world.store), 'one', identifiers);
    const { store, live } = besides(world.store, { unlinks: [title] });
    await rematchWaiting({ store, clock: { now: world.now } }, live);
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([1, { '2026-08-01': 0 }]);
  });

  test("[N-INP-05] rows that are no work's are dropped with a reason, which is kept with them", async () => {
    await world.import(aFile('a.csv', [header, rowOf(spelt, 7), rowOf(',,Other,Bo', 8)]));
    const drop = { name: 'title:why|ada okonjo', reason: 'A song of another label' };
    await expect(
      world.run([], { drops: [{ ...drop, name: 'isrc:QZNEW2600001' }] }),
    ).rejects.toThrow('Nothing waits under the name "isrc:QZNEW2600001".');
    const { dropped } = await world.run([], { drops: [drop] });
    expect(dropped).toMatchObject([{ names: ['isrc:QZNEW2600009', 'title:why|ada okonjo'] }]);
    expect(world.queue()).toBe(1);
    const kept = [...world.store.all('streamDrops/').values()];
    expect(kept).toMatchObject([
      {
        reason: drop.reason,
        by: 'a test',
        work: { key: 'isrc:QZNEW2600009' },
        platform: 'spotify',
      },
    ]);
    // A link that comes later finds nothing of it.
    await world.run([], { links: [title] });
    expect(world.days('one', 'spotify')).toBeUndefined();
  });
});
