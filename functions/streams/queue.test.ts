import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  sampleFolder,
  sampleTime,
} from '@datchain/testing/server/stream-runs.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let world: MemoryWorld;

beforeEach(async () => {
  world = await memoryWorld(
    [
      aDat('one', { SongName: 'Song One' }),
      aDat('why', { SongName: 'Why?' }),
      aDat('two', { SongName: 'Song Two', ArtistName: 'Éva' }),
    ],
    { one: { isrcs: ['QZABC2600001'], appleIdentifiers: [] } },
  );
});
afterEach(() => world.remove());

type Outcome = Awaited<ReturnType<MemoryWorld['import']>>;
const first = ({ files }: Outcome) => files[0];

describe('the queue', () => {
  const lines = [
    'date,platform,streams,isrc,title,artist',
    '2026-08-01,spotify,5,QZNEW2600009,New,Éva',
  ];

  test('keeps figures until their DAT exists, then moves them to it', async () => {
    await world.import(aFile('own.csv', lines));
    expect(world.queue()).toBe(1);
    await world.addDats([aDat('new', { SongName: 'NEW', ArtistName: 'Eva' })], 'p1');
    const { queue } = await world.run([]);
    expect(queue).toMatchObject({ waiting: 0, effects: { figures: new Map([['new', 1]]) } });
    expect(world.queue()).toBe(0);
    expect(world.days('new', 'spotify')).toEqual({ '2026-08-01': 5 });
  });

  test('asks when several DATs match a name, and remembers the answer', async () => {
    const twin = { SongName: 'New', ArtistName: 'Éva' };
    await world.addDats([aDat('twin-a', twin), aDat('twin-b', twin)], 'p1');
    const { queue } = await world.import(aFile('own.csv', lines));
    expect([...queue.effects.waiting.values()]).toMatchObject([
      { doubt: 'several', candidates: [{ datId: 'twin-a' }, { datId: 'twin-b' }] },
    ]);
    const links = [{ name: 'isrc:QZNEW2600009', datId: 'twin-b' }];
    await world.run([], { links });
    expect(world.days('twin-b', 'spotify')).toEqual({ '2026-08-01': 5 });
    await world.import(aFile('own.csv', [...lines, '2026-08-02,spotify,6,QZNEW2600009,,']));
    expect(world.days('twin-b', 'spotify')).toMatchObject({ '2026-08-02': 6 });
  });

  test('[N-FCT-02] a work that is given an ISRC later gets the rows that waited for it', async () => {
    const file = [
      'date,platform,streams,isrc,title,artist',
      '2026-08-01,spotify,5,QZNEW2600009,Why?,Ada Okonjo',
    ];
    await world.changeRow('why', { recordingFacts: { isrc: 'GBXNQ2600417' } });
    const { queue } = await world.import(aFile('own.csv', file));
    expect([...queue.effects.waiting.values()]).toMatchObject([
      { work: { key: 'isrc:QZNEW2600009' }, doubt: 'isrc', candidates: [{ datId: 'why' }] },
    ]);
    expect([world.queue(), world.days('why', 'spotify')]).toEqual([1, undefined]);
    await world.changeRow('two', { recordingFacts: { isrc: 'QZNEW2600009' } });
    await world.run([]);
    expect([world.queue(), world.days('why', 'spotify')]).toEqual([0, undefined]);
    expect(world.days('two', 'spotify')).toEqual({ '2026-08-01': 5 });
  });

  test("[N-FCT-02] a person's link stays beside the work's own ISRC, and no other work can be linked to that ISRC", async () => {
    await world.changeRow('why', { recordingFacts: { isrc: 'GBXNQ2600417' } });
    await world.import(aFile('own.csv', lines));
    await world.run([], { links: [{ name: 'isrc:qz-new-26-00009', datId: 'why' }] });
    expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 5 });
    const link = (name: string) => world.run([], { links: [{ name, datId: 'two' }] });
    await expect(link('isrc:GBXNQ2600417')).rejects.toThrow(
      'The ISRC GBXNQ2600417 belongs to why.',
    );
    await expect(link('isrc:GBX')).rejects.toThrow('GBX is not an ISRC.');
  });

  test('[N-INP-04] a row with an unreadable ISRC waits for a person beside the title of a work with one', async () => {
    await world.changeRow('why', { recordingFacts: { isrc: 'GBXNQ2600417' } });
    const header = 'date,platform,streams,isrc,title,artist';
    const song = 'GBXNQ26O0417,Why?,Ada Okonjo';
    await world.import(aFile('own.csv', [header, `2026-08-01,spotify,5,${song}`]));
    expect([world.queue(), world.days('why', 'spotify')]).toEqual([1, undefined]);
    await world.run([], { links: [{ name: 'isrc:?gbxnq26o0417', datId: 'why' }] });
    expect([world.queue(), world.days('why', 'spotify')]).toEqual([0, { '2026-08-01': 5 }]);
    await world.import(aFile('next.csv', [header, `2026-08-02,spotify,6,${song}`]));
    expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 5, '2026-08-02': 6 });
  });

  test('a dry run reports the same and writes nothing', async () => {
    const before = world.figures();
    const path = aFile('own.csv', [...lines, '2026-08-01,spotify,5,,Song One,Ada Okonjo']);
    const folder = sampleFolder();
    const dry = await world.run([folder.write(path.name, path.content)], {}, true);
    folder.remove();
    expect(first(dry)).toMatchObject({ kind: 'taken', rows: { inFile: 2 } });
    expect(world.figures()).toEqual(before);
  });
});

test('[N-INP-05] overlapping reports of one song do not count as rows of one file, even if two wait under a wrong title', async () => {
  const header = 'date,platform,streams,title,artist';
  const report = (hours: number, title: string, streams: number) =>
    aFile('own.csv', [header, `2026-08-01,spotify,${streams},${title},Ada Okonjo`], {
      madeAt: sampleTime + hours * HOUR_MILLIS,
    });
  const reports = [report(0, 'Sung One', 5), report(1, 'Song One', 7), report(2, 'Sung One', 5)];
  for (const file of reports) await world.import(file);
  expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 });
  const links = [{ name: 'title:Sung One|Ada Okonjo', datId: 'one' }];
  const { queue } = await world.run([], { links });
  expect([...queue.effects.waiting.values()]).toEqual([]);
  expect([world.queue(), world.days('one', 'spotify')]).toEqual([0, { '2026-08-01': 5 }]);
});

describe('[N-INP-05] rows of one file that wait under two titles', () => {
  const header = 'date,platform,streams,content_id,isrc,title,artist';
  const rowOf = (title: string, streams: number, day = '2026-08-01') =>
    `${day},spotify,${streams},,,${title},Ada Okonjo`;
  const links = (...titles: string[]) => ({
    links: titles.map((title) => ({ name: `title:${title}|Ada Okonjo`, datId: 'one' })),
  });
  const guest = 'Song One (feat. Bo)';
  const remaster = 'Song One - Remaster';
  const waiting = ({ queue }: Outcome) => [...queue.effects.waiting.values()];

  test.each([
    ['other', 8],
    ['equal', 7],
  ])('are asked about if both are linked to one work, with %s figures', async (_what, streams) => {
    const file = aFile('own.csv', [header, rowOf(guest, 7), rowOf(remaster, streams)]);
    await world.import(file);
    await world.run([], links(guest));
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 });
    const asked = { doubt: 'twice', candidates: [{ datId: 'one' }], periods: ['2026-08-01'] };
    expect(waiting(await world.run([], links(remaster)))).toMatchObject([asked]);
    expect(waiting(await world.import(file))).toMatchObject([asked]);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 });
    expect(world.queue()).toBe(1);
    const sum = aFile('sum.csv', [header, rowOf('Song One', 7 + streams)], {
      madeAt: sampleTime + 1,
    });
    await world.import(sum);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7 + streams });
    expect(world.queue()).toBe(0);
  });

  test('are asked about if both are linked at once, or one of them was credited', async () => {
    await world.import(aFile('own.csv', [header, rowOf(guest, 7), rowOf(remaster, 8)]));
    const both = await world.run([], links(guest, remaster));
    expect(waiting(both)).toMatchObject([{ doubt: 'twice' }]);
    const days = ['2026-08-02', '2026-08-03'];
    await world.import(
      aFile('more.csv', [
        header,
        ...days
          .map((day) => rowOf('Song Two', 5, day))
          .map((row) => row.replace('Ada Okonjo', 'Éva')),
        rowOf('Song Two!', 6, '2026-08-02'),
      ]),
    );
    const linked = { name: 'title:Song Two!|Ada Okonjo', datId: 'two' };
    expect(waiting(await world.run([], { links: [linked] }))).toMatchObject([
      { doubt: 'twice' },
      { doubt: 'twice' },
    ]);
    expect(world.days('two', 'spotify')).toEqual({ '2026-08-02': 5, '2026-08-03': 5 });
  });

  test('are asked about even if a later file repeats one of them', async () => {
    await world.import(aFile('own.csv', [header, rowOf(guest, 7), rowOf(remaster, 8)]));
    const later = { madeAt: sampleTime + 1 };
    await world.import(aFile('later.csv', [header, rowOf(guest, 7)], later));
    const both = await world.run([], links(guest, remaster));
    expect(waiting(both)).toMatchObject([{ doubt: 'twice' }]);
  });

  test('are credited on days with one of them, and asked about on the day with both', async () => {
    const rows = [rowOf(guest, 7), rowOf(remaster, 8), rowOf(remaster, 9, '2026-08-02')];
    await world.import(aFile('own.csv', [header, ...rows]));
    await world.run([], links(guest));
    const { queue } = await world.run([], links(remaster));
    expect([...queue.effects.figures]).toEqual([['one', 1]]);
    const asked = [{ doubt: 'twice', periods: ['2026-08-01'] }];
    expect([...queue.effects.waiting.values()]).toMatchObject(asked);
    expect(world.days('one', 'spotify')).toEqual({ '2026-08-01': 7, '2026-08-02': 9 });
    const unlinks = links(remaster).links;
    expect((await world.run([], { unlinks })).undone).toMatchObject([{ figures: 1 }]);
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([
      1,
      { '2026-08-01': 7, '2026-08-02': 0 },
    ]);
  });

  test('are not asked about if a later file under the linked title says what counts', async () => {
    await world.import(aFile('own.csv', [header, rowOf(guest, 7), rowOf(remaster, 8)]));
    await world.run([], links(guest));
    const later = { madeAt: sampleTime + 1 };
    await world.import(aFile('later.csv', [header, rowOf(remaster, 15)], later));
    expect(waiting(await world.run([], links(remaster)))).toEqual([]);
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([0, { '2026-08-01': 15 }]);
  });

  test('are both credited if they are about different days, and count once after an interruption', async () => {
    const file = aFile('own.csv', [header, rowOf(guest, 7), rowOf(remaster, 8, '2026-08-02')]);
    await world.import(file);
    await world.run([], links(guest, remaster));
    const days = { '2026-08-01': 7, '2026-08-02': 8 };
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([0, days]);
    // One row comes from the file itself and from the queue.
    await world.import({ ...file, said: { platform: 'spotify' } });
    expect([world.queue(), world.days('one', 'spotify')]).toEqual([0, days]);
  });

  const isrc = 'QZNEW2600008';
  const linked = { links: [{ name: `isrc:${isrc}`, datId: 'why' }] };
  const sold = (code: string, title: string, quantity: number) =>
    ['2026-08-25', '2026-06', 'Spotify', code, title, 'Ada Okonjo', quantity, 'Song', 0].join('\t');
  const soldHeader =
    'Reporting Date|Sale Month|Store|ISRC|Title|Artist|Quantity|Song/Album|Earnings (USD)';
  const soldFile = (...lines: string[]) =>
    aFile('d.tsv', [soldHeader.replaceAll('|', '\t'), ...lines]);

  test('add up in a distributor’s month even if an ISRC is first beside a title and then alone', async () => {
    const file = soldFile(
      sold(isrc, '', 1),
      sold(isrc, 'Why?', 2),
      sold(isrc, 'Why?', 4),
      sold(isrc, '', 8),
    );
    const { rows } = first(await world.import(file)) as { rows: unknown };
    expect(rows).toEqual({ inFile: 4, taken: 2, waiting: 2, refused: 0 });
    expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: 6 } } });
    await world.run([], linked);
    expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: 15 } } });
    expect(world.queue()).toBe(0);
    // A report of the same batch with more rows and another title replaces it.
    const again = [sold(isrc, 'Renamed', 2), sold(isrc, 'Renamed', 4), sold(isrc, 'Renamed', 4)];
    await world.import(
      soldFile(...again, sold(isrc, '', 1), sold(isrc, '', 8), sold(isrc, '', 16)),
    );
    expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: 35 } } });
    expect(world.queue()).toBe(0);
  });

  test.each([[[true]], [[false, true]]])(
    'keep waiting in a distributor’s month even if the report was vouched for before the link (%j)',
    async (times) => {
      const file = soldFile(sold(isrc, 'Why?', 2), sold(isrc, 'Unknown', 4));
      for (const complete of times) await world.import({ ...file, said: { complete } });
      expect(waiting(await world.run([], linked))).toMatchObject([{ doubt: 'twice' }]);
      expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: 2 } } });
    },
  );

  test.each([
    ['vouched for', [], { complete: true }, 6],
    ['with another row', [sold(isrc, 'Unknown', 8)], {}, 14],
  ])(
    'keep waiting in a distributor’s month if one ISRC has a title and a placeholder, until the report comes %s',
    async (_what, more, said, sum) => {
      const rows = [sold(isrc, 'Why?', 2), sold(isrc, 'Unknown', 4)];
      const { rows: counted } = first(await world.import(soldFile(...rows))) as { rows: unknown };
      expect(counted).toEqual({ inFile: 2, taken: 1, waiting: 1, refused: 0 });
      expect(waiting(await world.run([], linked))).toMatchObject([{ doubt: 'twice' }]);
      expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: 2 } } });
      await world.import({ ...soldFile(...rows, ...more), said });
      expect(world.months('why')).toEqual({ spotify: { '2026-06': { distrokid: sum } } });
      expect(world.queue()).toBe(0);
    },
  );
});
