import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aDat,
  aFile,
  type MemoryWorld,
  memoryWorld,
  sampleFolder,
} from '../testing/stream-runs.ts';

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

  test('keeps figures until their DAT exists, then gives them to it', async () => {
    await world.import(aFile('own.csv', lines));
    expect(world.queue()).toBe(1);
    await world.addDats([aDat('new', { SongName: 'NEW', ArtistName: 'Eva' })], 'p1');
    const { queue } = await world.run([]);
    expect(queue).toMatchObject({ waiting: 0, effects: { figures: new Map([['new', 1]]) } });
    expect(world.queue()).toBe(0);
    expect(world.days('new', 'spotify')).toEqual({ '2026-08-01': 5 });
  });

  test('asks when several DATs answer to a name, and remembers the answer', async () => {
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
      // Another song of that name has an ISRC: these are not its plays.
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

  test('[N-FCT-02] a link that a person made stays besides an ISRC of its own, and cannot be to a work that has another', async () => {
    await world.changeRow('why', { recordingFacts: { isrc: 'GBXNQ2600417' } });
    await world.import(aFile('own.csv', lines));
    await world.run([], { links: [{ name: 'isrc:qz-new-26-00009', datId: 'why' }] });
    expect(world.days('why', 'spotify')).toEqual({ '2026-08-01': 5 });
    const link = (name: string) => world.run([], { links: [{ name, datId: 'two' }] });
    await expect(link('isrc:GBXNQ2600417')).rejects.toThrow(
      'The ISRC GBXNQ2600417 is that of why.',
    );
    await expect(link('isrc:GBX')).rejects.toThrow('GBX is not an ISRC.');
  });

  test('a dry run tells the same and writes nothing', async () => {
    const before = world.figures();
    const path = aFile('own.csv', [...lines, '2026-08-01,spotify,5,,Song One,Ada Okonjo']);
    const folder = sampleFolder();
    const dry = await world.run([folder.write(path.name, path.content)], {}, true);
    folder.remove();
    expect(first(dry)).toMatchObject({ kind: 'taken', rows: { inFile: 2 } });
    expect(world.figures()).toEqual(before);
  });
});
