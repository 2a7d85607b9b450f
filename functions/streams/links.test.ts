import { noIdentifiers } from '@datchain/shared/domain/streams/work-names.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { tries } from '@datchain/testing/pure/tries.ts';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  type SampleFile,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellRun } from '../../scripts/import-streams/tell.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import type { Said } from './import-files.ts';
import type { Link } from './links.ts';
import { rematchWaiting } from './rematch.ts';
import { loadWorkIndex, remember } from './work-index.ts';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld(
    [aDat('one', { SongName: 'Song One' }), aDat('why', { SongName: 'Why?' })],
    { one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] } },
  );
});
afterEach(() => world.remove());

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

describe('[N-INP-03] a link that was wrong', () => {
  const header = 'date,platform,streams,content_id,isrc,title,artist';
  const rowOf = (names: string, streams: number, day = '2026-08-01', platform = 'spotify') =>
    `${day},${platform},${streams},${names}`;
  const title = { name: 'title:Why|Ada Okonjo', datId: 'one' };
  const spelt = ',QZNEW2600009,Why,Ada Okonjo';

  test('can be undone: its credits wait again, and its days are corrected to the other reports', async () => {
    await world.import(
      aFile('before.csv', [header, rowOf(',,Song One,Ada Okonjo', 3, '2026-08-02')]),
    );
    await world.import(
      aFile('a.csv', [header, rowOf(spelt, 7), rowOf(spelt, 8, '2026-08-01', 'spndat')]),
    );
    await world.run([], { links: [title] });
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
      'No person has linked "title:why|ada okonjo" to one.',
    );

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

  test('can be undone in months as well, and credits by other names stay', async () => {
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

  test('can be undone while another import runs: rows that this import credits by it wait again at its end', async () => {
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

  test('can be undone while the daily matching of the queue credits rows by it', async () => {
    await world.import(aFile('a.csv', [header, rowOf(spelt, 7)]));
    // Stores the link directly, because a run with a link would also match the queue.
    const identifiers = { ...noIdentifiers, aliases: ['title:why|ada okonjo'] };
    await remember(world.store, await loadWorkIndex(world.store), 'one', identifiers);
    const { store, live } = besides(world.store, { unlinks: [title] });
    await rematchWaiting({ store, clock: { now: world.now } }, live);
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([1, { '2026-08-01': 0 }]);
  });

  test('[N-INP-05] rows that belong to no work are dropped with a reason, which is kept with them', async () => {
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
    await world.run([], { links: [title] });
    expect(world.days('one', 'spotify')).toBeUndefined();
  });
});

function creditedIn({ days, store }: MemoryWorld) {
  const played = ['one', 'two'].map((id) => {
    const all = Object.entries((days(id, 'spotify') ?? {}) as Record<string, number>);
    return Object.fromEntries(all.filter(([, streams]) => streams > 0).sort());
  });
  const waiting = [...store.all()].flatMap(([path, { work, days: own }]) =>
    path.startsWith('streamQueue/') ? [[path, work, own] as const] : [],
  );
  return { played, waiting: waiting.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

describe('[N-INP-03] links that disagree about a row', () => {
  const twoWorks = () =>
    memoryWorld([aDat('one', { SongName: 'Song One' }), aDat('two', { SongName: 'Song Two' })]);
  const header = 'date,platform,streams,content_id,isrc,title,artist';
  const rowOf = (streams: number, id: string, title: string, day = '2026-08-01') =>
    `${day},spotify,${streams},${id},,${title},Ada Okonjo`;
  const report = (streams: number, title: string, id = 'cidX') =>
    aFile('a.csv', [header, rowOf(streams, id, title)]);
  const correction = (streams: number, title: string, id = 'cidX') =>
    aFile('a.csv', [header, rowOf(streams, id, title)], { madeAt: sampleTime + HOUR_MILLIS });
  const byId = { links: [{ name: 'content:cidX', datId: 'one' }] };
  const byTitle = { links: [{ name: 'title:Xx|Ada Okonjo', datId: 'two' }] };

  type Step = SampleFile | Partial<Said>;
  const creditedAfter = async (steps: readonly Step[]) => {
    const two = await twoWorks();
    try {
      for (const step of steps) await ('content' in step ? two.import(step) : two.run([], step));
      return creditedIn(two);
    } finally {
      two.remove();
    }
  };
  const onlyIn = (one: number | undefined, two: number | undefined) => ({
    played: [one, two].map((streams) => (streams ? { '2026-08-01': streams } : {})),
  });

  const file = report(92, 'Xx');
  test('credit the row by its title, and by its id once the link of the title is undone', async () => {
    const steps = [file, byId, byTitle];
    expect(await creditedAfter(steps)).toEqual({ ...onlyIn(undefined, 92), waiting: [] });
    const corrected = [...steps, correction(50, 'Xx')];
    expect(await creditedAfter(corrected)).toEqual({ ...onlyIn(undefined, 50), waiting: [] });
    const unlinked = [...corrected, { unlinks: byTitle.links }];
    expect(await creditedAfter(unlinked)).toEqual({ ...onlyIn(50, undefined), waiting: [] });
    const { played, waiting } = await creditedAfter([...unlinked, { unlinks: byId.links }]);
    expect([played, waiting.length]).toEqual([[{}, {}], 1]);
  });

  test('move rows that were credited by a title that differs in an accent only', async () => {
    const own = report(92, 'Söng One', '');
    const link = { links: [{ name: 'title:Söng One|Ada Okonjo', datId: 'two' }] };
    const moved = { ...onlyIn(undefined, 92), waiting: [] };
    expect(await creditedAfter([own, link])).toEqual(moved);
    expect(await creditedAfter([link, own])).toEqual(moved);
  });

  test('leave the row waiting with the commands that credit it, and a link that changes nothing says so', async () => {
    const two = await twoWorks();
    await two.import(report(92, 'Song Two'));
    await two.run([], byId);
    const output = tellRun(await two.import(correction(50, 'Song Two')), false).join('\n');
    const commands = [...output.matchAll(/--(link|unlink) '(.*)=(\w+)'/g)];
    expect(commands.map(([command]) => command)).toEqual([
      "--unlink 'content:cidX=one'",
      "--link 'title:song two|ada okonjo=two'",
    ]);
    const again = tellRun(await two.run([], byId), false);
    expect(again).toContain("content:cidX was one's before: the link changes nothing.");
    const [, , name = '', datId = ''] = commands.at(-1) ?? [];
    await two.run([], { links: [{ name, datId }] });
    expect(creditedIn(two)).toEqual({ ...onlyIn(undefined, 50), waiting: [] });
    two.remove();
  });

  test('take back rows that an import credits at the same time, even if an earlier one noted the name', async () => {
    await world.import(aFile('a.csv', [header, rowOf(7, '', 'Why?')]));
    const beside = (day: string) => `${day},spotify,7,,QZNEW2600009,Why?,Ada Okonjo`;
    await world.import(aFile('b.csv', [header, beside('2026-08-02')]));
    const links = [{ name: 'isrc:QZNEW2600009', datId: 'one' }];
    await world.import(
      aFile('c.csv', [header, beside('2026-08-03')]),
      besides(world.store, { links }),
    );
    await world.run([]);
    expect(world.days('why', 'spotify')).toMatchObject({ '2026-08-02': 0, '2026-08-03': 0 });
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-02': 7, '2026-08-03': 7 });
  });

  test('credit the row once, even if the run is killed at any write', async () => {
    let isKilled = true;
    for (let last = 0; isKilled; last++) {
      const two = await twoWorks();
      for (const step of [report(92, 'Xx'), byId]) {
        await ('content' in step ? two.import(step) : two.run([], step));
      }
      let writes = 0;
      const write: typeof two.store.write = async (batch) => {
        if (writes++ >= last) throw new Error('killed');
        return two.store.write(batch);
      };
      const through = { store: { ...two.store, write }, live: two.live };
      isKilled = await two.run([], byTitle, false, through).then(
        () => false,
        () => true,
      );
      await two.import(correction(50, 'Xx'));
      const { played } = creditedIn(two);
      // A run killed before its first write never made the link.
      const expected = last === 0 && isKilled ? onlyIn(50, undefined) : onlyIn(undefined, 50);
      expect({ played }, `killed at write ${last}`).toEqual(expected);
      two.remove();
    }
  });

  const stranger = 'QZNEW2600009';

  test.each([
    ['was undone', true],
    ['stands', false],
  ])(
    'do not count for two works if a link of the ISRC %s and a releaser gives the ISRC to another work',
    async (_what, isUndone) => {
      const two = await twoWorks();
      const link = { name: `isrc:${stranger}`, datId: 'one' };
      const row = (streams: number) => [
        header,
        `2026-08-01,spotify,${streams},,${stranger},Song One,Ada Okonjo`,
      ];
      await two.run([], { links: [link] });
      await two.import(aFile('a.csv', row(92)));
      if (isUndone) await two.run([], { unlinks: [link] });
      await two.changeRow('two', { recordingFacts: { isrc: stranger } });
      const { queue } = await two.import(
        aFile('b.csv', row(50), { madeAt: sampleTime + HOUR_MILLIS }),
      );
      expect([...queue.effects.waiting.values()]).toMatchObject([{ doubt: 'credited' }]);
      expect(creditedIn(two)).toMatchObject(onlyIn(isUndone ? undefined : 92, undefined));
      await two.run([], { links: [{ ...link, datId: 'two' }] });
      expect(creditedIn(two)).toEqual({ ...onlyIn(undefined, 50), waiting: [] });
      two.remove();
    },
  );

  const linkOf = (name: string) =>
    fc.constantFrom('one', 'two').map((datId): Link => ({ name, datId }));
  const links = fc
    .tuple(linkOf('content:cidX'), linkOf('title:Xx|Ada Okonjo'), linkOf(`isrc:${stranger}`))
    .chain((all) => fc.subarray(all));
  const files = fc.uniqueArray(
    fc
      .record({
        rows: fc.uniqueArray(
          fc.record({
            day: fc.constantFrom('2026-08-01', '2026-08-02'),
            streams: fc.integer({ min: 1, max: 3 }),
            id: fc.constantFrom('cidX', 'cidX', '', 'content-two'),
            isrc: fc.constantFrom('', '', stranger),
            title: fc.constantFrom('Xx', 'Xx', 'Song One', 'Other'),
          }),
          { minLength: 1, maxLength: 2, selector: ({ day }) => day },
        ),
        hours: fc.nat(3),
      })
      .map(({ rows, hours }) => {
        const lines = rows.map(
          ({ day, streams, id, isrc, title }) =>
            `${day},spotify,${streams},${id},${isrc},${title},Ada Okonjo`,
        );
        return aFile('a.csv', [header, ...lines], { madeAt: sampleTime + hours * HOUR_MILLIS });
      }),
    { minLength: 1, maxLength: 4, selector: ({ content }) => content },
  );

  test(
    '[N-FCT-02] give the same figures at any position, and none once they are undone',
    async () => {
      const cases = fc
        .record({ links, files, isLasting: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }) })
        .chain(({ links: linked, files: all, isLasting }) => {
          const steps = [
            ...linked.map((link) => [{ links: [link] }, { unlinks: [link] }] as const),
            ...all.map((one) => [one, { ...one, said: { takeBack: true } }] as const),
          ].map(([does, undoes], at): Step[] => (isLasting[at] ? [does] : [does, undoes]));
          const lasting = steps.flatMap((each) => (each.length === 1 ? each : []));
          const places = steps.flatMap((each, at) => each.map(() => at));
          return fc
            .shuffledSubarray([...places.keys()], { minLength: places.length })
            .map((order) => {
              const rest = steps.map((each) => [...each]);
              const mixed = order.flatMap((at) => rest[places[at] ?? 0]?.shift() ?? []);
              return [lasting, mixed] as const;
            });
        });
      await fc.assert(
        fc.asyncProperty(cases, async ([lasting, mixed]) => {
          expect(await creditedAfter(mixed)).toEqual(await creditedAfter(lasting));
        }),
        tries(150, 5_000),
      );
    },
    scale(600_000, 1_800_000),
  );
});
